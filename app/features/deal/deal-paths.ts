export const dealsPath = "/Covenant/covenantList";

export const dealPath = (id: number, tab?: string) => `${dealsPath}?open=${id}${tab ? `&tab=${tab}` : ""}`;

interface Begin {
  customer_id?: number | undefined;
  estate_id?: number | undefined;
  unit_id?: number | undefined;
  /** The unit's building, to find it on its board. */
  building?: string | undefined;
  clue_id?: number | undefined;
}

export function newDealPath(begin: Begin = {}): string {
  const query = Object.entries(begin).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `${dealsPath}?${new URLSearchParams([["add", "1"], ...query])}`;
}

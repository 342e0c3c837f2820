export const dealsPath = "/Covenant/covenantList";

/** A deal beside its list, at one of its parts. */
export const dealPath = (id: number, tab?: string) => `${dealsPath}?open=${id}${tab ? `&tab=${tab}` : ""}`;

interface Begin {
  customer_id?: number | undefined;
  estate_id?: number | undefined;
  unit_id?: number | undefined;
  /** The unit's, by which it is found on its board. */
  building?: string | undefined;
  clue_id?: number | undefined;
}

/** 发起成交 from somewhere else: with whom and what one was looking at. */
export function newDealPath(begin: Begin = {}): string {
  const query = Object.entries(begin).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `${dealsPath}?${new URLSearchParams([["add", "1"], ...query])}`;
}

import { rare } from "./words";

export type Role = "super_admin" | "sales" | "sales_manager";

/**
 * What may be asked of a request. In multiples of the default view of the same list with few rows: a `list` (a tab, an offered order, a keyword of a name, phone or
 * number, one filter), a `word` that one in twenty has. In milliseconds: an `order` without an index, a `pair` (two filters, groups, conditions).
 */
type Kind = "list" | "word" | "order" | "pair";

/** The lists, as they are when nothing is chosen. */
export const lists = {
  客户: "/api/customer/information?view=owned",
  公海: "/api/customer/information?view=pool",
  跟进: "/api/customer/tracking?",
  需求: "/api/customer/requirement?",
  询盘: "/api/inquiry?",
  线索: "/api/clue?",
  房源: "/api/estate?",
  成交: "/api/deal?",
  账单: "/api/deal/billing?",
} as const;

/** A query is added to the default view (`base`); another view replaces it. */
const asked = (list: keyof typeof lists, kind: Kind, queries: string[], role: Role = "super_admin") =>
  queries.map((query) => ({
    ...{ name: `${list} ${query.replace(/["{}[\]]/g, "")} (${role})`, role, kind, base: lists[list] },
    path: query.startsWith("view=") ? lists[list].replace(/\?.*/, `?${query}`) : `${lists[list]}&${query}`,
  }));

/** Forty requests that people make; the phone is that of customer 1. */
export const requests = [
  ...asked("客户", "list", ["", "view=locked", "view=lost"]),
  ...asked("客户", "list", ["view=team", "view=today", "view=warning"], "sales_manager"),
  ...asked("客户", "list", ["view=mine"], "sales"),
  ...asked("客户", "list", [
    `keyword=${rare}`,
    "keyword=13982451653",
    "keyword=0042",
    "stage=contacted",
    "owner_id=12",
  ]),
  ...asked("客户", "word", ["keyword=王", "keyword=建国"]),
  ...asked("客户", "order", ["sort=-budget_max", "sort=name", "sort=-last_tracking_at"]),
  ...asked("公海", "list", ["", "sort=-created_at", "level=A"], "sales"),
  ...asked("跟进", "list", ["", "type=visit"]),
  ...asked("需求", "list", [""]),
  ...asked("询盘", "list", ["", "view=pending", "view=converted", "kind=visa", "keyword=13982451653"]),
  ...asked("询盘", "order", ["sort=due_at"]),
  ...asked("询盘", "word", ["keyword=建国"]),
  ...asked("线索", "list", ["", "view=pending", "sort=-created_at", "keyword=13982451653"]),
  ...asked("房源", "list", ["", "country=JP"], "sales"),
  ...asked("房源", "order", ["sort=-price_min"], "sales"),
  ...asked("成交", "list", ["", "sort=-contracted_at"]),
  ...asked("账单", "list", [""]),
];

const where = (op: "and" | "or", ...items: [field: string, cmp: string, value: unknown][]) =>
  `where=${JSON.stringify({ op, items: items.map(([field, cmp, value]) => ({ field, cmp, value })) })}`;

/** Twenty of two filters together, groups, and conditions; at most one in twenty may end with 42200. */
export const pairs = [
  ...asked("客户", "pair", [
    "stage=visited&level=A",
    "stage=contacted&owner_id=12",
    "level=A&source=ads",
    "group=stage",
  ]),
  ...asked("客户", "pair", ["keyword=建国&stage=visited", "stage=lost&sort=name", "tag=cash_buyer&level=B"]),
  ...asked("客户", "pair", ["view=team&keyword=王", "view=team&stage=visited&sort=name"], "sales_manager"),
  ...asked("客户", "pair", [where("and", ["level", "in", ["A"]], ["tracking_count", "gte", 2])]),
  ...asked("客户", "pair", [where("or", ["stage", "in", ["lost"]], ["name", "contains", rare])]),
  ...asked("公海", "pair", ["level=A&stage=contacted", "keyword=建国&level=B"], "sales"),
  ...asked("询盘", "pair", ["kind=visa&status=closed", "view=converted&kind=estate", "group=kind"]),
  ...asked("询盘", "pair", [where("and", ["kind", "in", ["rental"]], ["status", "in", ["invalid"]])]),
  ...asked("线索", "pair", ["status=expired&agent_id=12"]),
  ...asked("房源", "pair", ["country=JP&property_type=villa"], "sales"),
  ...asked("成交", "pair", ["status=completed&owner_id=12"]),
];

/** Lists for a load from few people: nobody may search more than sixty times a minute (42900). */
export const loadedLists = requests.filter(({ kind, path }) => kind === "list" && !path.includes("keyword="));

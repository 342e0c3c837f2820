/** The tabs of an estate's form, as `?edit=` names them; those without a form of fields are saved by themselves. */
export const editTabs = [
  { key: "basics", label: "基本" },
  { key: "place", label: "位置" },
  { key: "price", label: "价格费用" },
  { key: "rooms", label: "户型", isApart: true },
  { key: "intro", label: "介绍" },
  { key: "pictures", label: "图片", isApart: true },
  { key: "commission", label: "佣金" },
  { key: "seo", label: "SEO" },
] as const;

export type EditTab = (typeof editTabs)[number]["key"];

/** Where what an estate lacks (`completeness`) is filled in; what is not named here lies in the first tab. */
const elsewhere: Readonly<Record<string, EditTab>> = {
  ...{ address: "place", coords: "place", price_min: "price", price_max: "price" },
  ...{ exterior: "pictures", floor_plan: "pictures", cover: "pictures" },
};
export const tabOfMissing = (key: string): EditTab => elsewhere[key] ?? "basics";

export const editTabOf = (asked: string | null): EditTab =>
  editTabs.find(({ key }) => key === asked)?.key ?? editTabs[0].key;

export const isFormTab = (tab: EditTab): boolean => !editTabs.some((one) => one.key === tab && "isApart" in one);

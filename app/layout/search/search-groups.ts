import { t } from "~/app/i18n/t";
import { openScreen, ownScreens, pagesOf, titlesIn } from "~/app/session/pages";
import { stages } from "~/contract/customer/customer-record";
import { type Access, mayCall } from "~/contract/endpoint";
import { formatPhone } from "~/contract/format";
import { saleStatuses } from "~/contract/house/property";
import type { MenuItem, Profile } from "~/contract/personal/user";
import { screenAt } from "~/contract/screens";
import { type Hits, hitLimit } from "~/contract/shared/search";

/** Where an entry of the search leads. */
export interface Found {
  to: string;
  title: string;
  detail?: string;
}

interface Kind {
  title: string;
  /** What of it may be typed. */
  hint: string;
  /** Who finds any. */
  permission: Access;
  found: (hits: Hits, profile: Profile) => Found[];
  /** Lists that take the same keyword, for when there are more. */
  lists: readonly string[];
}

/** What the server finds, in the order in which it is shown; an area adds its kind here. */
const kinds: readonly Kind[] = [
  {
    title: "客户",
    hint: "客户编号、姓名、手机号或其后四位",
    permission: ["customer:info:view", "customer:pool:view"],
    found: ({ customers }, { id }) =>
      customers.map((hit) => ({
        to: `/customer/editCustomerInfo/${hit.id}`,
        title: hit.name,
        detail: [
          hit.customer_no,
          hit.phone && formatPhone(hit.phone, hit.phone_cc),
          t(stageLabel(hit.stage)),
          hit.owner ? (hit.owner.id === id ? t("我的客户") : hit.owner.name) : t("公海"),
        ]
          .filter(Boolean)
          .join(" · "),
      })),
    lists: ["/customer/customerInfor", "/customer/publicCustomer"],
  },
  {
    title: "房源",
    hint: "房源编号、名称、地址、车站",
    permission: "house:estate:view",
    found: ({ estates }) =>
      estates.map(({ id, estate_no, name, name_local, district, sale_status }) => ({
        to: `/house/estate-list/estate-detail?id=${id}`,
        title: name,
        detail: [estate_no, name_local, district, t(saleLabel(sale_status))].filter(Boolean).join(" · "),
      })),
    lists: ["/house/estate-list"],
  },
];

const stageLabel = (stage: string): string => (stage in stages ? stages[stage as keyof typeof stages] : stage);

const saleLabel = (status: string): string =>
  status in saleStatuses ? saleStatuses[status as keyof typeof saleStatuses] : status;

/** The kinds of which somebody may find any. */
export const kindsFor = (profile: Profile) => kinds.filter(({ permission }) => mayCall(profile, { permission }));

export interface FoundGroup {
  title: string;
  /** How many, in words. */
  count: string;
  items: Found[];
}

/** What the server has found, with the ways to its lists where there is more than is shown. */
export function groupsOf(hits: Hits, keyword: string, profile: Profile): FoundGroup[] {
  return kindsFor(profile).flatMap(({ title, found, lists }) => {
    const items = found(hits, profile);
    if (items.length === 0) return [];
    if (items.length < hitLimit) return [{ title: t(title), count: String(items.length), items }];
    const screens = lists.flatMap((path) => openScreen(path, profile.permissions) ?? []);
    const more = screens.map((screen) => ({
      to: `${screen.path}?${new URLSearchParams({ keyword })}`,
      title: t("在“{title}”中查看全部", { title: t(screen.title) }),
    }));
    return [{ title: t(title), count: t("前 {count} 条", { count: items.length }), items: [...items, ...more] }];
  });
}

/** The pages whose title holds the keyword. */
export function pagesFor(keyword: string, menus: readonly MenuItem[], profile: Profile): FoundGroup[] {
  const titleOf = titlesIn(menus);
  const pages = [...pagesOf(menus), ...ownScreens(profile.permissions)].map(({ path, title }) => ({
    to: path,
    title: t(title),
    detail: screenAt(path)?.parents.map(titleOf).join(" / "),
  }));
  const wanted = keyword.toLowerCase();
  const items = pages.filter(({ title }) => title.toLowerCase().includes(wanted)).slice(0, hitLimit);
  return items.length ? [{ title: t("页面"), count: String(items.length), items }] : [];
}

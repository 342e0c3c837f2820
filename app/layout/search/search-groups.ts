import { formatInstant, joined } from "~/app/blocks/detail/format";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { openScreen, ownScreens, pagesOf, titlesIn } from "~/app/session/pages";
import { agentStatuses } from "~/contract/agent/agent-kinds";
import { clueStatuses } from "~/contract/clue/clue-kinds";
import { statementStatuses } from "~/contract/clue/statement-kinds";
import { contentCodes, contentKinds } from "~/contract/content/content-kinds";
import { contentForm, contentList } from "~/contract/content/content-screens";
import { publishStatuses } from "~/contract/content/publishing";
import { stages } from "~/contract/customer/customer-record";
import { dealStatuses } from "~/contract/deal/deal-kinds";
import { type Access, mayCall } from "~/contract/endpoint";
import { formatPhone } from "~/contract/format";
import { inquiryKinds, inquiryStatuses } from "~/contract/inquiry/inquiry-words";
import type { MenuItem, Profile } from "~/contract/personal/user";
import type { ScreenAct } from "~/contract/screen";
import { allScreens, screenAt } from "~/contract/screens";
import { type Hits, hitLimit } from "~/contract/search/search";
import { saleStatuses } from "~/contract/shared/property";
import { initialsOf } from "./initials";

export interface Found {
  key: string;
  to: string;
  title: string;
  detail?: string;
  asks?: RecordAct;
}

export type RecordAct = ScreenAct & { of: keyof Hits };

interface Kind {
  of: keyof Hits;
  title: string;
  hint: string;
  permission: Access;
  found: (hits: Hits, profile: Profile) => (Omit<Found, "key"> & { id: number })[];
  /** Where all of them are; of several lists those that hold what was found. */
  lists: readonly string[] | ((hits: Hits) => readonly string[]);
}

const kinds: readonly Kind[] = [
  {
    of: "customers",
    title: "客户",
    hint: "客户编号、姓名、任一联系方式（他人号码仅后四位）",
    permission: ["customer:info:view", "customer:pool:view"],
    found: ({ customers }, { id }) =>
      customers.map((hit) => ({
        id: hit.id,
        to: customerPage(hit),
        title: hit.name,
        detail: joined(
          hit.customer_no,
          hit.phone && formatPhone(hit.phone, hit.phone_cc),
          wordOf(stages, hit.stage),
          hit.owner ? (hit.owner.id === id ? t("我的客户") : hit.owner.name) : t("公海"),
        ),
      })),
    lists: ["/customer/customerInfor", "/customer/publicCustomer"],
  },
  {
    of: "inquiries",
    title: "询盘",
    hint: "询盘编号、联系人、联系方式（他人号码仅后四位）",
    permission: "inquiry:inquiry:view",
    found: ({ inquiries }) =>
      inquiries.map(({ id, inquiry_no, kind, name, phone, status, assignee }) => ({
        id,
        to: `/inquiry/all-inquiry/inquiry-detail?id=${id}`,
        title: name ?? inquiry_no,
        detail: joined(inquiry_no, wordOf(inquiryKinds, kind), phone, wordOf(inquiryStatuses, status), assignee?.name),
      })),
    lists: ["/inquiry/all-inquiry"],
  },
  {
    of: "clues",
    title: "报备",
    hint: "报备编号、客户、手机号（他人仅后四位）",
    permission: "clue:clue:view",
    found: ({ clues }) =>
      clues.map(({ id, clue_no, customer_name, phone, phone_cc, agent, estate, status }) => ({
        id,
        to: `/clue/feedback?open=${id}`,
        title: customer_name,
        detail: joined(clue_no, formatPhone(phone, phone_cc), estate, agent, wordOf(clueStatuses, status)),
      })),
    lists: ["/clue/feedback"],
  },
  {
    of: "deals",
    title: "成交",
    hint: "成交编号、买方、房号",
    permission: "deal:deal:view",
    found: ({ deals }) =>
      deals.map(({ id, deal_no, buyer_name, estate, unit, status }) => ({
        id,
        to: `/Covenant/covenantList?open=${id}`,
        title: buyer_name ?? deal_no,
        detail: joined(deal_no, estate, unit, wordOf(dealStatuses, status)),
      })),
    lists: ["/Covenant/covenantList"],
  },
  {
    of: "estates",
    title: "房源",
    hint: "房源编号、名称、地址、车站",
    permission: "house:estate:view",
    found: ({ estates }) =>
      estates.map(({ id, estate_no, name, name_local, district, sale_status }) => ({
        id,
        to: `/house/estate-list/estate-detail?id=${id}`,
        title: name,
        detail: joined(estate_no, name_local, district, sale_status && wordOf(saleStatuses, sale_status)),
      })),
    lists: ["/house/estate-list"],
  },
  {
    of: "agents",
    title: "代理",
    hint: "代理编号、名称、联系人",
    permission: "agent:agent:view",
    found: ({ agents }) =>
      agents.map(({ id, agent_no, name, contact_name, status, manager }) => ({
        id,
        to: `/agent/list?open=${id}`,
        title: name,
        detail: [agent_no, contact_name, wordOf(agentStatuses, status), manager.name].join(" · "),
      })),
    lists: ["/agent/list"],
  },
  {
    of: "statements",
    title: "对账单",
    hint: "对账单号、代理",
    permission: "clue:statement:view",
    found: ({ statements }) =>
      statements.map(({ id, statement_no, agent, period_from, period_to, status }) => ({
        id,
        to: `/clue/accountStatement?open=${id}`,
        title: statement_no,
        detail: [agent, `${period_from} 至 ${period_to}`, wordOf(statementStatuses, status)].join(" · "),
      })),
    lists: ["/clue/accountStatement"],
  },
  {
    of: "contents",
    title: "内容",
    hint: "资讯、文章、视频、报告、专题等的标题",
    permission: Object.values(contentCodes).map(({ view }) => view),
    found: ({ contents }, profile) =>
      contents.map(({ id, kind, title, publish_status, updated_at }) => ({
        id,
        to: mayCall(profile, { permission: contentCodes[kind].edit })
          ? contentForm(kind, id)
          : `${contentList(kind)}?${new URLSearchParams({ keyword: title })}`,
        title,
        detail: joined(t(contentKinds[kind]), t(publishStatuses[publish_status]), formatInstant(updated_at)),
      })),
    lists: ({ contents }) => [...new Set(contents.map(({ kind }) => contentList(kind)))],
  },
];

const wordOf = (words: Readonly<Record<string, string>>, name: string) => t(words[name] ?? name);

export const kindsFor = (profile: Profile) => kinds.filter(({ permission }) => mayCall(profile, { permission }));

export interface FoundGroup {
  title: string;
  count: string;
  items: Found[];
}

export const groupsOf = (hits: Hits, keyword: string, profile: Profile): FoundGroup[] =>
  kindsFor(profile).flatMap(({ title, found, lists }) => {
    const items = found(hits, profile).map(({ id: _, ...one }) => ({ ...one, key: one.to }));
    if (items.length === 0) return [];
    if (items.length < hitLimit) return [{ title: t(title), count: String(items.length), items }];
    const paths = typeof lists === "function" ? lists(hits) : lists;
    const screens = paths.flatMap((path) => openScreen(path, profile.permissions) ?? []);
    const more = screens.map((screen) => {
      const to = `${screen.path}?${new URLSearchParams({ keyword })}`;
      return { key: to, to, title: t("在“{title}”中查看全部", { title: t(screen.title) }) };
    });
    return [{ title: t(title), count: t("前 {count} 条", { count: items.length }), items: [...items, ...more] }];
  });

export function choicesOf({ of, at }: RecordAct, hits: Hits, profile: Profile): FoundGroup[] {
  const kind = kinds.find((one) => one.of === of);
  const able = { ...hits, customers: hits.customers.filter(({ owner }) => owner !== null) };
  const items = (kind?.found(able, profile) ?? []).map(({ id, ...one }) => {
    const to = at.replace("{id}", String(id));
    return { ...one, key: to, to };
  });
  return kind && items.length ? [{ title: t(kind.title), count: String(items.length), items }] : [];
}

export const hintOf = ({ of }: RecordAct): string => t(kinds.find((one) => one.of === of)?.hint ?? "");

const isNamed = (title: string, wanted: string) =>
  title.toLowerCase().includes(wanted) || (/^[a-z0-9/]+$/.test(wanted) && initialsOf(title).includes(wanted));

export function actsFor(keyword: string, recent: readonly string[], profile: Profile): FoundGroup[] {
  const wanted = keyword.toLowerCase();
  const rank = ({ key }: Found) => (recent.includes(key) ? recent.indexOf(key) : recent.length);
  const items = actsOf(profile)
    .filter(({ title }) => isNamed(title, wanted))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, wanted ? hitLimit : actLimit);
  return items.length ? [{ title: t("操作"), count: String(items.length), items }] : [];
}

const actLimit = 8;

const actsOf = (profile: Profile): Found[] =>
  allScreens.flatMap(({ path, acts = [] }) => {
    const screen = openScreen(path, profile.permissions);
    if (!screen) return [];
    return acts
      .filter(({ permission = "signed-in" as const }) => mayCall(profile, { permission }))
      .map(({ title, at, of, permission }): Found => {
        const to = of ? path : at.startsWith("/") ? at : `${path}${at}`;
        const shown = { key: `act:${title}`, to, title: t(title), detail: t(screen.title) };
        return of ? { ...shown, asks: { title, at, of, permission } } : shown;
      });
  });

export function pagesFor(keyword: string, menus: readonly MenuItem[], profile: Profile): FoundGroup[] {
  const titleOf = titlesIn(menus);
  const pages = [...pagesOf(menus), ...ownScreens(profile.permissions)].map(({ path, title }) => ({
    key: path,
    to: path,
    title: t(title),
    detail: screenAt(path)?.parents.map(titleOf).join(" / "),
  }));
  const wanted = keyword.toLowerCase();
  const items = pages.filter(({ title }) => isNamed(title, wanted)).slice(0, hitLimit);
  return items.length ? [{ title: t("页面"), count: String(items.length), items }] : [];
}

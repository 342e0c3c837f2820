import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { PublishStatus } from "~/contract/content/publishing";
import { beginningOf, Module } from "~/contract/special/modules";
import { SpecialFields } from "~/contract/special/special";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily, revision } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { special } from "~/server/database/tables/special/special";
import { media, role, user, userRole } from "~/server/database/tables/system/system";
import { dayOf } from "~/server/lib/list";
import { followIds } from "../shared/follow-ids";
import { randomFrom } from "../shared/random";
import type { DemoOptions } from "../terms";
import { costs, questions, type Subject, subjects } from "./special-texts";

const seed = 20_261_181;
const day = 86_400_000;
/** Of 12 (domain G.2): four of five are published, one of which is over. */
const states: readonly PublishStatus[] = [
  ...Array.from({ length: 9 }, () => "published" as const),
  ...(["scheduled", "draft", "published"] as const),
];
/** Visitors for each inquiry that a page has brought: 0.6–3 % of them ask. */
const visitorsEach = [40, 120] as const;

type Row = typeof special.$inferInsert & { id: number; created_at: string };

/** Special pages with their modules, first versions, visits, and the inquiries of their tracking points. Comes after estates, and after inquiries know their tracking points. */
export async function writeSpecials(tx: Transaction, now: Date, size: DemoOptions["size"]): Promise<void> {
  const random = randomFrom(seed);
  const by = await somebody(tx);
  const pictures = await ownPictures(tx);
  const points = await tx
    .select({ id: tracker.id, channel: tracker.channel })
    .from(tracker)
    .where(and(eq(tracker.page_type, "special"), isNull(tracker.deleted_at)))
    .orderBy(asc(tracker.id));
  const chosen = size === "full" ? subjects : subjects.filter((_, place) => place === 0 || place >= 9);
  const rows: Row[] = [];
  for (const subject of chosen) {
    const place = subjects.indexOf(subject);
    const status = states[place] ?? "draft";
    const isOut = status === "published";
    const isOver = isOut && place === subjects.length - 1;
    const created = now.getTime() - (60 + place * 11) * day;
    const cover = random.pick(pictures);
    const banner = random.pick(pictures);
    const estates = await estatesIn(tx, subject.country);
    const point = points[place];
    const modules = modulesOf(subject, { banner, picture: random.pick(pictures), until: now.getTime() + 20 * day });
    const publish_at = isOut ? created + day : status === "scheduled" ? now.getTime() + 3 * day : null;
    rows.push({
      id: rows.length + 1,
      ...{ name: subject.name, title: subject.title, slug: subject.slug, template: subject.template },
      channel: point?.channel ?? "internal",
      cover_id: cover,
      modules,
      estate_ids: subject.template === "single" ? estates.slice(0, 1) : estates.slice(0, 6),
      form_fields: subject.template === "visa" ? ["name", "phone", "wechat", "note"] : ["name", "phone", "budget"],
      form_kind: subject.template === "visa" ? "visa" : "estate",
      end_at: isOver ? isoInstant(now.getTime() - 5 * day) : null,
      tracker_id: point?.id ?? null,
      translation_key: `demo-special-${place + 1}`,
      seo_desc: subject.lead,
      seo_keywords: [],
      media_ids: [...new Set([cover, ...picturesOf(modules)])],
      publish_status: status,
      publish_at: publish_at === null ? null : isoInstant(publish_at),
      was_public: isOut,
      version: isOut ? 2 : 1,
      created_at: isoInstant(created),
      updated_at: isoInstant(isOut ? created + day : created),
      ...{ created_by: by, updated_by: by },
    });
  }
  await insertRows(tx, special, rows);
  await insertRows(tx, revision, rows.map(firstVersion));
  await followIds(tx, [special]);
  await bringInquiries(tx);
  await writeVisits(tx, rows, now, random);
}

async function somebody(tx: Transaction): Promise<number | null> {
  const [row] = await tx
    .select({ id: user.id })
    .from(user)
    .innerJoin(userRole, eq(userRole.user_id, user.id))
    .innerJoin(role, eq(role.id, userRole.role_id))
    .where(eq(role.code, "seo_editor"))
    .orderBy(asc(user.id))
    .limit(1);
  return row?.id ?? null;
}

/** Pictures of estates' outsides, which anybody may see. */
async function ownPictures(tx: Transaction): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: media.id })
    .from(media)
    .innerJoin(album, eq(album.media_id, media.id))
    .where(and(eq(media.kind, "image"), eq(media.is_private, false), eq(album.category, "exterior")))
    .orderBy(asc(media.id));
  return rows.map(({ id }) => id);
}

async function estatesIn(tx: Transaction, country: string): Promise<number[]> {
  const rows = await tx
    .select({ id: estate.id })
    .from(estate)
    .where(and(eq(estate.publish_status, "online"), eq(estate.country_code, country), isNull(estate.deleted_at)))
    .orderBy(asc(estate.id))
    .limit(6);
  return rows.map(({ id }) => id);
}

interface Facts {
  banner: number;
  picture: number;
  until: number;
}

/** The modules that its template begins with, filled in. */
function modulesOf({ template, title, lead, country }: Subject, { banner, picture, until }: Facts): Module[] {
  const said: Record<string, object> = {
    banner: { title, sub_title: lead, media_id: banner, button_text: "预约咨询" },
    text: {
      title: "为什么现在看",
      content: `<p>${lead}</p><p>页面列出的项目均在售，价格、户型与交付时间随时更新；看中哪一个，留下联系方式即可约看。</p>`,
    },
    estates:
      template === "single"
        ? { title: "项目概况", source: "manual" }
        : { title: "在售项目", source: "rule", filter: { country: [country] }, sort: "-gross_yield", limit: 6 },
    faq: { title: "常见问题", items: questions },
    form: { title: "预约顾问", note: "工作时间内两小时回复", button_text: "提交" },
    map: { title: "位置", address: "项目地址以顾问提供的资料为准", note: "最近车站步行约8分钟" },
    picture: { media_id: picture, alt: "外观示意图" },
    table: { title: "费用一览", ...costs },
    countdown: { title: "报名截止", until: isoInstant(until), ended_text: "报名已截止" },
  };
  return beginningOf(template).map(({ type }) => Module.parse({ type, props: said[type] ?? {} }));
}

const picturesOf = (modules: readonly Module[]): number[] =>
  modules.flatMap(({ type, props }) =>
    (type === "banner" || type === "picture") && props.media_id ? [props.media_id] : [],
  );

const firstVersion = (row: Row): typeof revision.$inferInsert => ({
  ...{ kind: "special", target_id: row.id, no: 1, act: "create", version: 1 },
  snapshot: Object.fromEntries(
    Object.keys(SpecialFields.shape).map((name) => [name, (row as Record<string, unknown>)[name] ?? null]),
  ),
  changed_fields: Object.keys(SpecialFields.shape),
  media_ids: row.media_ids ?? [],
  is_live: row.was_public ?? false,
  by: row.created_by ?? null,
  at: row.created_at,
});

/** What came by a page's tracking point while it was public came from the page. */
async function bringInquiries(tx: Transaction): Promise<void> {
  await tx.execute(sql`update inquiry set content_kind = 'special', content_id = s.id from special s
    where inquiry.tracker_id = s.tracker_id and s.was_public and inquiry.content_kind is null and inquiry.kind <> 'chat'
      and inquiry.created_at >= s.publish_at and (s.end_at is null or inquiry.created_at < s.end_at)`);
}

/** Visits of each day that a page has been public, as many as its inquiries let expect. */
async function writeVisits(
  tx: Transaction,
  rows: readonly Row[],
  now: Date,
  random: { whole(min: number, max: number): number },
): Promise<void> {
  const { rows: counts } = await tx.execute<{ id: string; count: number }>(sql`
    select content_id as id, count(*)::int as count from inquiry where content_kind = 'special' group by content_id`);
  const days: (typeof contentDaily.$inferInsert)[] = [];
  for (const { id, was_public, publish_at, end_at } of rows) {
    if (!was_public || !publish_at) continue;
    const inquiries = counts.find((one) => Number(one.id) === id)?.count ?? 0;
    const from = Date.parse(publish_at);
    const until = Math.min(now.getTime(), end_at ? Date.parse(end_at) : now.getTime());
    const count = Math.max(1, Math.floor((until - from) / day));
    const daily = Math.max(3, (Math.max(4, inquiries) * random.whole(...visitorsEach)) / count);
    for (let at = 0; at < count; at++) {
      const uv = Math.max(1, Math.round((daily * random.whole(70, 130)) / 100));
      const views = Math.round((uv * random.whole(115, 160)) / 100);
      days.push({ kind: "special", target_id: id, date: dayOf(new Date(from + at * day)), views, uv });
    }
  }
  await insertRows(tx, contentDaily, days);
  await tx.execute(sql`update special set view_count = sums.views, uv_count = sums.uv, inquiry_count = (
      select count(*) from inquiry i where i.content_kind = 'special' and i.content_id = special.id and i.deleted_at is null)
    from (select target_id, sum(views)::int as views, sum(uv)::int as uv from content_daily where kind = 'special' group by target_id) sums
    where sums.target_id = special.id`);
}

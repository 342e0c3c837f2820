import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { beginningOf, Module } from "~/contract/special/modules";
import { SpecialFields, type SpecialTemplate } from "~/contract/special/special";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily } from "~/server/database/tables/content/content";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { special } from "~/server/database/tables/special/special";
import { dayOf } from "~/server/lib/list";
import { day } from "../shared/calendar";
import { times } from "../shared/random";
import { type Begin, type Daily, type Making, writeItems } from "./items";
import { questions } from "./texts";

/** Visitors for each inquiry that a page has brought: 0.6–3 % of them ask. */
const visitorsEach = [40, 120] as const;
const places = [
  ["东京湾岸", "tokyo-bay", "JP"],
  ["曼谷", "bangkok", "TH"],
  ["大阪", "osaka", "JP"],
  ["迪拜", "dubai", "AE"],
] as const;
const kinds: readonly [SpecialTemplate, slug: string, name: string, title: string, lead: string][] = [
  ["estate_list", "new", "{p}秋季合集", "{p}新盘合集", "轨道、商业与景观，一页看懂在售新盘。"],
  ["city", "city", "{p}城市专题", "在{p}买房：区域怎么选", "按通勤、学区和回报三条线索比较各区。"],
  ["event", "seminar", "{p}说明会报名", "{p}房产说明会", "现场可约一对一咨询，席位有限，先报先得。"],
  ["single", "tower", "单盘推广·{p}塔", "{p}塔：一站到市中心", "两房到三房，海景面与庭园面可选。"],
  ["visa", "visa", "{p}签证专题", "居留签证与{p}置业", "从公司设立到住所安排，一次说清步骤、材料与预算。"],
];
const forms = { visa: ["name", "phone", "wechat", "note"], estate: ["name", "phone", "budget"] } as const;
/** Every place with every kind in turn; the last one is over. */
const subjects = times(12, (at) => {
  const [place, code, country] = places[at % places.length] ?? places[0];
  const [template, slug, ...texts] = kinds[at % kinds.length] ?? ["city", "", "", "", ""];
  const [name = "", title = "", lead = ""] = texts.map((text) => text.replace("{p}", place));
  return { template, slug: `${code}-${slug}`, name, title, lead, country };
});
type Subject = (typeof subjects)[number];

/** Special pages with their modules, visits, and the inquiries of their tracking points. Comes after estates, and after inquiries know their tracking points. */
export async function writeSpecials(begin: Begin): Promise<void> {
  const making = begin(20_261_181, "seo_editor");
  const { tx, random, pictures, estates, isFull } = making;
  const points = await tx
    .select({ id: tracker.id, channel: tracker.channel })
    .from(tracker)
    .where(and(eq(tracker.page_type, "special"), isNull(tracker.deleted_at)))
    .orderBy(asc(tracker.id));
  const rows = await writeItems(making, {
    ...{ kind: "special", table: special, fields: SpecialFields.shape, isRead: false },
    states: isFull ? { published: 10, scheduled: 1, draft: 1 } : { published: 20, draft: 10 },
    begunAgo: (at) => 60 + at * 11,
    write: (life, at) => {
      const subject = subjects[at] ?? random.pick(subjects);
      const { name, title, slug, template, lead, country } = subject;
      const cover_id = random.pick(pictures);
      const here = estates.filter((one) => one.country === country).map(({ id }) => id);
      const form_kind = template === "visa" ? ("visa" as const) : ("estate" as const);
      const modules = modulesOf(making, subject, cover_id);
      return {
        ...{ ...life, name, title, slug, template, cover_id, modules },
        ...{ channel: points[at]?.channel ?? "internal", tracker_id: points[at]?.id ?? null },
        estate_ids: here.slice(0, template === "single" ? 1 : 6),
        ...{ form_fields: [...forms[form_kind]], form_kind },
        end_at: at === (isFull ? 9 : 1) ? isoInstant(making.now - 5 * day) : null,
        ...{ translation_key: `demo-special-${life.id}`, seo_desc: lead, seo_keywords: [] },
        media_ids: [cover_id],
      };
    },
  });
  // What came by a page's tracking point while it was public came from the page.
  await tx.execute(sql`update inquiry set content_kind = 'special', content_id = s.id from special s
    where inquiry.tracker_id = s.tracker_id and s.was_public and inquiry.content_kind is null and inquiry.kind <> 'chat'
      and inquiry.created_at >= s.publish_at and (s.end_at is null or inquiry.created_at < s.end_at)`);
  await writeVisits(making, rows);
}

/** The modules that its template begins with, filled in. */
function modulesOf({ now }: Making, subject: Subject, media_id: number): Module[] {
  const { template, title, lead, country } = subject;
  const filled: Record<string, object> = {
    banner: { title, sub_title: lead, media_id, button_text: "预约咨询" },
    text: { title: "为什么现在看", content: `<p>${lead}</p><p>看中哪一个项目，留下联系方式即可约看。</p>` },
    estates:
      template === "single"
        ? { title: "项目概况", source: "manual" }
        : { title: "在售项目", source: "rule", filter: { country: [country] }, sort: "-gross_yield", limit: 6 },
    faq: { title: "常见问题", items: questions },
    form: { title: "预约顾问", note: "工作时间内两小时回复", button_text: "提交" },
    map: { title: "位置", address: "项目地址以顾问提供的资料为准", note: "最近车站步行约8分钟" },
    picture: { media_id, alt: "外观示意图" },
    table: { title: "费用一览", head: ["项目", "比例"], rows: [["税费与中介", "约5%"]] },
    countdown: { title: "报名截止", until: isoInstant(now + 20 * day), ended_text: "报名已截止" },
  };
  return beginningOf(template).map(({ type }) => Module.parse({ type, props: filled[type] ?? {} }));
}

/** Visits of each day that a page has been public, as many as its inquiries let expect. */
async function writeVisits({ tx, now, random }: Making, rows: readonly (typeof special.$inferInsert)[]): Promise<void> {
  const { rows: counts } = await tx.execute<{ id: string; count: number }>(sql`
    select content_id as id, count(*)::int as count from inquiry where content_kind = 'special' group by content_id`);
  const days = rows.flatMap(({ id = 0, was_public, publish_at, end_at }): Daily[] => {
    if (!was_public || !publish_at) return [];
    const inquiries = counts.find((one) => Number(one.id) === id)?.count ?? 0;
    const from = Date.parse(publish_at);
    const count = Math.max(1, Math.floor(((end_at ? Date.parse(end_at) : now) - from) / day));
    const daily = Math.max(3, (Math.max(4, inquiries) * random.whole(...visitorsEach)) / count);
    return times(count, (at) => {
      const uv = Math.max(1, Math.round((daily * random.whole(70, 130)) / 100));
      const views = Math.round((uv * random.whole(115, 160)) / 100);
      return { kind: "special", target_id: id, date: dayOf(new Date(from + at * day)), views, uv };
    });
  });
  await insertRows(tx, contentDaily, days);
  await tx.execute(sql`update special set view_count = sums.views, uv_count = sums.uv, inquiry_count = (
      select count(*) from inquiry i where i.content_kind = 'special' and i.content_id = special.id and i.deleted_at is null)
    from (select target_id, sum(views)::int as views, sum(uv)::int as uv from content_daily where kind = 'special' group by target_id) sums
    where sums.target_id = special.id`);
}

import { asc, eq, sql } from "drizzle-orm";
import { ArticleFields } from "~/contract/article/article";
import { InvestmentFields, investmentCategories, type Metric } from "~/contract/resource/investment";
import { ReportFields } from "~/contract/resource/report";
import { VideoFields } from "~/contract/resource/video";
import { Module } from "~/contract/special/modules";
import { type FormField, SpecialFields, type SpecialTemplate } from "~/contract/special/special";
import { insertRows } from "~/server/database/insert-rows";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily } from "~/server/database/tables/content/content";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { investment, report, reportDownload, video } from "~/server/database/tables/resource/resource";
import { special } from "~/server/database/tables/special/special";
import { day } from "../shared/calendar";
import { drawn, stamps, sumDays } from "../shared/rows";
import { type Content, type Life, type Making, writeItems } from "./items";
import * as texts from "./texts";

/** Of 350 (domain G.2). */
const downloads = 350;
const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as K[];
const metrics: Metric[] = [{ name: "毛收益率", value: "4.2", unit: "%", trend: "flat" }];

/** Videos, the investment column, reports, downloads, and the inquiries from reports. Runs after estates and inquiries, which it names. */
export async function writeResources({ begin, files }: Content): Promise<void> {
  const making = begin(20_261_124);
  const { tx, random, pictures, estates } = making;
  const shown = (life: Life) => {
    const { id, country, district } = random.pick(estates);
    const cover_id = random.pick(pictures);
    const columns = { ...life, country_code: country, district_id: district, cover_id, media_ids: [cover_id] };
    return { id, place: random.pick(texts.places), columns };
  };
  await writeItems(making, {
    ...{ kind: "video", table: video, fields: VideoFields.shape },
    states: { published: 31, scheduled: 2, draft: 4, offline: 3 },
    write: (life) => {
      const { id, place, columns } = shown(life);
      const type = random.pick(keysOf(texts.videoTitles));
      return {
        ...{ ...columns, type, title: texts.videoTitles[type].replace("{p}", place), description: texts.videoLine },
        // No film is in the package: a player's address, as an editor would put it.
        ...{ source: "link" as const, duration: random.whole(45, 900), tags: ["首次置业"], estate_ids: [id] },
        external_url: `https://player.bilibili.com/player.html?bvid=BV1demo${String(life.id).padStart(5, "0")}`,
      };
    },
  });
  await sumDays(tx, "video", { play_count: "plays" });
  await writeItems(making, {
    ...{ kind: "investment", table: investment, fields: InvestmentFields.shape },
    states: { published: 23, scheduled: 2, draft: 3, offline: 2 },
    write: (life) => {
      const { id, place, columns } = shown(life);
      const category = random.pick(keysOf(investmentCategories));
      const { title, first: summary } = texts.topicOf(category, place);
      return {
        ...{ ...columns, category, title, summary, metrics, translation_key: `demo-investment-${life.id}` },
        content: texts.pageOf(summary, "怎样使用这些数字", texts.paragraphsOf(random, place, 4)),
        ...{ calc_currency: "JPY", calc_price: `${random.whole(28, 160) * 1_000_000}.00`, calc_loan_rate: 2.2 },
        ...{ estate_ids: [id], seo_keywords: ["海外置业"] },
      };
    },
  });
  // One a quarter and category, the oldest first; every fourth is given away without a contact.
  await writeItems(making, {
    ...{ kind: "report", table: report, fields: ReportFields.shape },
    states: { published: 13, scheduled: 1, draft: 1, offline: 1 },
    begunAgo: (at, total) => Math.round((360 * (total - at)) / total),
    write: async (life, at) => {
      const category = keysOf(texts.reportTitles)[at % 4] ?? "price";
      const [year = "", month = ""] = life.created_at.split("-");
      const period = `${year}Q${Math.ceil(Number(month) / 3)}`;
      const title = `${texts.reportTitles[category]} ${period}`;
      const made = { by: life.created_by ?? 0, at: Date.parse(life.created_at) };
      const file_id = files.addPaper({ scene: "report", word: "REPORT", name: `${title}.pdf`, ...made });
      await files.put({ tx });
      const { columns } = shown(life);
      return {
        ...{ ...columns, title, period, category, file_id, media_ids: [file_id, columns.cover_id] },
        ...{ need_contact: at % 4 !== 3, summary: `${period}的成交、租金与供应数据，附区域对照表和方法说明。` },
      };
    },
  });
  await writeDownloads(making);
}

/** Each inquiry of the kind comes from a report that existed by then; the others left no contact. The counts follow from the rows. */
async function writeDownloads({ tx, now, isFull }: Making): Promise<void> {
  await tx.execute(sql`
    with asked as (
      select i.id, (select r.id from ${report} r where r.was_public and r.need_contact and r.publish_at < i.created_at
        order by abs(hashint8(i.id * 31 + r.id)), r.id limit 1) as report_id
      from inquiry i where i.kind = 'report' and i.deleted_at is null)
    update inquiry set content_kind = 'report', content_id = r.id,
      ext = jsonb_build_object('report_id', r.id, 'report_title', r.title)
    from asked join ${report} r on r.id = asked.report_id where inquiry.id = asked.id`);
  await tx.execute(sql`
    insert into ${reportDownload} (id, report_id, name, phone_cc, phone, phone_e164, email, platform, tracker_id, inquiry_id, ip_region, at)
    select row_number() over (order by created_at, id), content_id, name, phone_cc, phone, phone_e164, email, platform, tracker_id, id, ip_region, created_at
    from inquiry where kind = 'report' and content_kind = 'report' and deleted_at is null order by created_at, id`);
  const own = (salt: number, of: number) => drawn(sql`n * 31 + ${salt}`, of);
  await tx.execute(sql`
    insert into ${reportDownload} (id, report_id, platform, ip_region, at)
    select made + n, r.id, (array['web', 'h5', 'mini_program'])[1 + ${own(1, 3)}], (array['中国', '日本', null])[1 + ${own(2, 3)}],
      r.publish_at + (${isoInstant(now)}::timestamptz - r.publish_at) * (${own(3, 1_000)} / 1000.0)
    from (select count(*)::int as made from ${reportDownload}) asked cross join lateral generate_series(1, ${isFull ? downloads : downloads / 10}::int - made) n
      cross join lateral (select id, publish_at from ${report} where was_public and not need_contact order by hashint8(n * 31 + id), id limit 1) r`);
  await tx.execute(sql`
    insert into ${contentDaily} as daily (kind, target_id, date, downloads)
    select 'report', report_id, (at at time zone 'Asia/Shanghai')::date, count(*) from ${reportDownload} group by 1, 2, 3
    on conflict (kind, target_id, date) do update set downloads = excluded.downloads`);
  await sumDays(tx, "report", { download_count: "downloads" });
}

/** News of a year, and inquiries that came from them. Runs after estates and inquiries, which it names. */
export async function writeArticles({ begin }: Content): Promise<void> {
  const making = begin(20_261_160);
  const { tx, now, random, pictures, estates, authors } = making;
  const stamp = stamps(now - 365 * day, authors[0] ?? null);
  const categories = texts.categories.map(([id, name, slug, parent_id]) => {
    return { id, name, slug, parent_id, sort: id * 10, ...stamp };
  });
  await insertRows(tx, articleCategory, categories);
  const tags = texts.newsTags.map(([name = "", slug = ""], at) => {
    return { id: at + 1, name, slug, sort: (at + 1) * 10, ...stamp };
  });
  await insertRows(tx, articleTag, tags);
  const leaves = texts.categories.filter(([, , , parent]) => parent !== null);
  await writeItems(making, {
    ...{ kind: "article", table: article, fields: ArticleFields.shape },
    states: { published: 96, scheduled: 6, draft: 12, offline: 6 },
    write: (life, at) => {
      const [category_id, , code, , topic = "guide"] = random.pick(leaves);
      const place = random.pick(texts.places);
      const { title, first } = texts.topicOf(topic, place);
      const paragraphs = [first, ...texts.paragraphsOf(random, place, 4)];
      const about = random.pick(estates);
      const [cover_id, picture] = [random.pick(pictures), random.pick(pictures)];
      const more = `<img data-media-id="${picture}" alt="${place}的街景示意图" /><ul><li><p>先看车站距离，再看楼层</p></li></ul>`;
      const content = `${texts.pageOf(first, "需要留意的几点", paragraphs.slice(1))}${more}<div data-type="estate" data-id="${about.id}"></div>`;
      return {
        ...{ ...life, title: `${title}（${life.id}）`, category_id, slug: `${code}-${life.id}` },
        tag_ids: random.some([...texts.newsTags.keys()], 1, 4).map((index) => index + 1),
        ...{ cover_id, media_ids: [...new Set([picture, cover_id])], content, seo_keywords: [place] },
        ...{ summary: paragraphs.slice(0, 2).join("").slice(0, 120), author: random.pick(texts.writers) },
        ...{ translation_key: `demo-${life.id}`, is_top: at < 2, is_recommend: random.chance(0.2) },
        ...{ country_code: about.country, district_ids: [about.district], related_estate_ids: [about.id] },
      };
    },
  });
  // One in twelve of the sites' inquiries comes from the latest article at that time.
  await tx.execute(sql`update inquiry set content_kind = 'article', content_id = source.article_id from (
    select i.id, (select a.id from article a where a.was_public and a.publish_at < i.created_at order by a.publish_at desc, a.id limit 1) as article_id
    from inquiry i where i.id % 12 = 0 and i.platform in ('web', 'h5') and i.kind in ('estate', 'general')) source
    where inquiry.id = source.id and source.article_id is not null`);
}

const pagePlaces = [
  ["东京湾岸", "tokyo-bay", "JP"],
  ["曼谷", "bangkok", "TH"],
  ["迪拜", "dubai", "AE"],
] as const;
const kinds: readonly (readonly [SpecialTemplate, name: string, lead: string])[] = [
  ["estate_list", "{p}新盘合集", "轨道、商业与景观，一页看懂在售新盘。"],
  ["city", "在{p}买房：区域怎么选", "按通勤、学区和回报三条线索比较各区。"],
  ["event", "{p}房产说明会", "现场可约一对一咨询，席位有限，先报先得。"],
  ["visa", "居留签证与{p}置业", "从公司设立到住所安排，一次说清步骤、材料与预算。"],
];
/** Every place with every kind. */
const subjects = pagePlaces.flatMap(([place, code, country]) =>
  kinds.map(([template, name, lead]) => {
    return {
      template,
      slug: `${code}-${template.replace("_", "-")}`,
      title: name.replace("{p}", place),
      lead,
      country,
    };
  }),
);
type Subject = (typeof subjects)[number];
const form_fields: FormField[] = ["name", "phone", "wechat", "note"];

/** What the first page says of the data that its form asks for, and where it leads afterwards. */
const consented = {
  form_consent: "提交即同意我们的顾问按您留下的方式联系您，您可以随时要求停止。",
  privacy: "我们只把您留下的资料用于回复本次咨询，不提供给其他机构。\n需要查询、更正或删除时，请告诉您的顾问。",
  thanks_url: "https://www.demo.test/thanks",
};

/** Special pages with their modules, visits, and the inquiries of their tracking points. Comes after estates, and after inquiries know their tracking points. */
export async function writeSpecials({ begin }: Content): Promise<void> {
  const making = begin(20_261_181, "seo_editor");
  const { tx, random, pictures, estates, isFull } = making;
  const points = await tx.select().from(tracker).where(eq(tracker.page_type, "special")).orderBy(asc(tracker.id));
  await writeItems(making, {
    ...{ kind: "special", table: special, fields: SpecialFields.shape, isRead: false },
    states: { published: isFull ? 10 : 20, scheduled: 1, draft: 1, offline: 0 },
    begunAgo: (at) => 60 + at * 11,
    write: (life, at) => {
      const subject = subjects[at] ?? random.pick(subjects);
      const { title, slug, template, lead, country } = subject;
      const cover_id = random.pick(pictures);
      const here = estates.filter((one) => one.country === country).map(({ id }) => id);
      return {
        ...{ ...life, name: title, title, slug, template, cover_id, modules: modulesOf(subject, cover_id) },
        ...{ channel: points[at]?.channel ?? "internal", tracker_id: points[at]?.id ?? null },
        estate_ids: here.slice(0, 6),
        ...{ form_fields, form_kind: template === "visa" ? ("visa" as const) : ("estate" as const) },
        // One is over.
        end_at: at === (isFull ? 9 : 1) ? isoInstant(making.now - 5 * day) : null,
        ...{ translation_key: `demo-special-${life.id}`, seo_desc: lead, media_ids: [cover_id] },
        ...(at === 0 && consented),
        // The first is compared with the third, which is as public and running as it is.
        variant_ids: isFull && at === 0 ? [3] : [],
      };
    },
  });
  // What came by a page's tracking point while it was public came from the page.
  await tx.execute(sql`update inquiry set content_kind = 'special', content_id = s.id from special s
    where inquiry.tracker_id = s.tracker_id and s.was_public and inquiry.content_kind is null and inquiry.kind <> 'chat'
      and inquiry.created_at >= s.publish_at and (s.end_at is null or inquiry.created_at < s.end_at)`);
  await writeVisits(making);
}

const modulesOf = ({ title, lead, country }: Subject, media_id: number): Module[] =>
  [
    { type: "banner", props: { title, sub_title: lead, media_id, button_text: "预约咨询" } },
    { type: "text", props: { title: "为什么现在看", content: `<p>${lead}</p><p>留下联系方式即可约看。</p>` } },
    { type: "estates", props: { title: "在售项目", source: "rule", filter: { country: [country] }, limit: 6 } },
    { type: "faq", props: { title: "常见问题", items: texts.questions } },
    { type: "form", props: { title: "预约顾问", note: "工作时间内两小时回复", button_text: "提交" } },
  ].map((module) => Module.parse(module));

/** Visits of each day that a page has been public, as many as its inquiries let expect. */
async function writeVisits({ tx, now }: Making): Promise<void> {
  const daily = sql`(greatest(4, inquiries) * (40 + id * 37 % 80) / greatest(1, ended - begun)::numeric)`;
  await tx.execute(sql`
    insert into ${contentDaily} (kind, target_id, date, views, uv)
    select 'special', id, day, (uv * (115 + ${drawn(sql`id * 7 + ago`, 46)}) / 100)::int, uv from (
      select id, begun + ago as day, ago, greatest(1, ${daily} * (70 + ${drawn(sql`id * 13 + ago`, 61)}) / 100)::int as uv
      from (select id, (publish_at at time zone 'Asia/Shanghai')::date as begun, (least(end_at, ${isoInstant(now)}::timestamptz) at time zone 'Asia/Shanghai')::date as ended,
          (select count(*) from inquiry where content_kind = 'special' and content_id = special.id) as inquiries
        from special where was_public) shown cross join lateral generate_series(0, greatest(0, ended - begun - 1)) ago) visited`);
  await sumDays(tx, "special", { view_count: "views", uv_count: "uv" });
  await tx.execute(sql`update special set inquiry_count = (
    select count(*) from inquiry i where i.content_kind = 'special' and i.content_id = special.id and i.deleted_at is null)`);
}

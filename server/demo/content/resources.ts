import { and, asc, eq, sql } from "drizzle-orm";
import { InvestmentFields, investmentCategories, type Metric } from "~/contract/resource/investment";
import { ReportFields } from "~/contract/resource/report";
import { VideoFields } from "~/contract/resource/video";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily } from "~/server/database/tables/content/content";
import { investment, report, reportDownload, video } from "~/server/database/tables/resource/resource";
import { media } from "~/server/database/tables/system/system";
import type { Papers } from "../deal/papers";
import { times } from "../shared/random";
import { type Begin, type Making, writeItems } from "./items";
import { pageOf, paragraphsOf, places, reportTitles, topicOf, videoLines, videoTitles } from "./texts";

/** Of 350 (domain G.2). */
const downloads = 350;
const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as K[];
const tags = ["湾岸", "塔楼", "首次置业", "出租", "学区", "地铁沿线"];

/** Videos, the investment column, reports, downloads, and the inquiries from reports. Runs after estates and inquiries, which it names. */
export async function writeResources(begin: Begin, papers: Papers): Promise<void> {
  const making = begin(20_261_124);
  const { tx, random, pictures, estates } = making;
  const shown = () => {
    const about = random.pick(estates);
    const cover_id = random.pick(pictures);
    const columns = { country_code: about.country, district_id: about.district, cover_id, media_ids: [cover_id] };
    return { about, place: random.pick(places), columns };
  };
  await writeItems(making, {
    ...{ kind: "video", table: video, fields: VideoFields.shape },
    states: { published: 31, scheduled: 2, draft: 4, offline: 3 },
    write: (life, _at, play_count) => {
      const { about, place, columns } = shown();
      const type = random.pick(keysOf(videoTitles));
      return {
        ...{ ...life, ...columns, type, title: videoTitles[type].replace("{p}", place) },
        ...{ description: random.pick(videoLines), tags: random.some(tags, 1, 3) },
        // No film is in the package: a player's address, as an editor would put it.
        ...{ source: "link" as const, media_id: null, duration: random.whole(45, 900) },
        external_url: `https://player.bilibili.com/player.html?bvid=BV1demo${String(life.id).padStart(5, "0")}`,
        ...{ estate_ids: type === "course" ? [] : [about.id], sort: random.pick([10, 50, 100]) },
        ...{ play_count, like_count: Math.round(play_count * 0.06) },
      };
    },
  });
  await writeItems(making, {
    ...{ kind: "investment", table: investment, fields: InvestmentFields.shape },
    states: { published: 23, scheduled: 2, draft: 3, offline: 2 },
    write: (life) => {
      const { about, place, columns } = shown();
      const category = random.pick(keysOf(investmentCategories));
      const { title, first: summary } = topicOf(category, place);
      const price = random.whole(28, 160) * 1_000_000;
      return {
        ...{ ...life, ...columns, category, title, summary },
        content: pageOf(summary, "怎样使用这些数字", paragraphsOf(random, place, 4)),
        metrics: metricsOf(making),
        ...{ lang: "zh" as const, translation_of: null, translation_key: `demo-investment-${life.id}` },
        ...{ calc_currency: "JPY", calc_price: `${price}.00`, calc_rent: `${Math.round(price / 26_000) * 100}.00` },
        ...{ calc_cost_rate: 7, calc_loan_ratio: random.pick([0, 50, 60, 70]), calc_loan_rate: 2.2, calc_years: 30 },
        ...{ estate_ids: [about.id], sort: 100, seo_keywords: ["海外置业"] },
      };
    },
  });
  const files: number[] = [];
  // One a quarter and category, the oldest first; every fourth is given away without a contact.
  await writeItems(making, {
    ...{ kind: "report", table: report, fields: ReportFields.shape },
    states: { published: 13, scheduled: 1, draft: 1, offline: 1 },
    begunAgo: (at, total) => Math.round((360 * (total - at)) / total),
    write: async (life, at) => {
      const category = keysOf(reportTitles)[at % 4] ?? "price";
      const [year = "", month = ""] = life.created_at.split("-");
      const period = category === "annual" ? year : `${year}Q${Math.ceil(Number(month) / 3)}`;
      const title = `${reportTitles[category]} ${period}`;
      const made = { by: life.created_by ?? 0, at: Date.parse(life.created_at) };
      const file_id = papers.add({ scene: "report", word: "REPORT", name: `${title}.pdf`, ...made });
      files.push(file_id);
      await papers.put(tx);
      const { columns } = shown();
      return {
        ...{ ...life, ...columns, title, period, category, file_id, media_ids: [file_id, columns.cover_id] },
        ...{ need_contact: at % 4 !== 3, sort: 100 },
        summary: `${period}的成交、租金与供应数据，附区域对照表和方法说明。`,
      };
    },
  });
  // Written past drizzle, which would stamp the change with the time of the writing.
  await tx.execute(sql`update ${media} set pages = 1 where id = any(${sql.param(files)}::bigint[])`);
  await writeDownloads(making);
}

const metricsOf = ({ random }: Making): Metric[] => [
  { name: "平均单价", value: String(random.whole(85, 160)), unit: "万日元/㎡", trend: random.pick(["up", "flat"]) },
  { name: "毛收益率", value: (random.whole(36, 58) / 10).toFixed(1), unit: "%", trend: random.pick(["up", "down"]) },
];

/** Each inquiry of the kind comes from a report that existed by then; the others left no contact. The counts follow from the rows. */
async function writeDownloads({ tx, now, random, isFull }: Making): Promise<void> {
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
  const open = await tx
    .select({ id: report.id, from: report.publish_at })
    .from(report)
    .where(and(eq(report.was_public, true), eq(report.need_contact, false)))
    .orderBy(asc(report.id));
  const made = await tx.$count(reportDownload);
  const left = open.length ? Math.max(0, Math.round(isFull ? downloads : downloads / 10) - made) : 0;
  await insertRows(
    tx,
    reportDownload,
    times(left, (place) => {
      const { id: report_id, from } = random.pick(open);
      const begun = Date.parse(from ?? "");
      const at = isoInstant(begun + Math.floor(random.value() * (now - begun)));
      const platform = random.pick(["web", "h5", "mini_program"]);
      return { id: made + place + 1, report_id, platform, ip_region: random.pick(["中国", "日本", null]), at };
    }),
  );
  await tx.execute(sql`
    insert into ${contentDaily} as daily (kind, target_id, date, downloads)
    select 'report', report_id, (at at time zone 'Asia/Shanghai')::date, count(*) from ${reportDownload} group by 1, 2, 3
    on conflict (kind, target_id, date) do update set downloads = excluded.downloads`);
  await tx.execute(sql`update ${report} set download_count = counted.n
    from (select report_id, count(*)::int as n from ${reportDownload} group by report_id) counted where ${report.id} = counted.report_id`);
}

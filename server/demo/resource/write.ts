import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { PublishStatus } from "~/contract/content/publishing";
import { InvestmentFields, investmentCategories } from "~/contract/resource/investment";
import { ReportFields, type reportCategories } from "~/contract/resource/report";
import { VideoFields, videoTypes } from "~/contract/resource/video";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily, revision } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { investment, report, reportDownload, video } from "~/server/database/tables/resource/resource";
import { media } from "~/server/database/tables/system/system";
import { dayOf } from "~/server/lib/list";
import type { Papers } from "../deal/papers";
import { editors, ownPictures } from "../shared/editors";
import { followIds } from "../shared/follow-ids";
import { type Random, randomFrom } from "../shared/random";
import type { DemoOptions } from "../terms";
import { columnWords, reportTitles, videoWords } from "./resource-texts";

const seed = 20_261_124;
const hour = 3_600_000;
const day = 24 * hour;
/** Of 40, 30 and 16 (domain G.2), in their states; and of 350 downloads. */
const states = {
  video: { published: 31, scheduled: 2, draft: 4, offline: 3 },
  investment: { published: 23, scheduled: 2, draft: 3, offline: 2 },
  report: { published: 13, scheduled: 1, draft: 1, offline: 1 },
} as const;
const downloads = 350;
/** Days of which readings are kept. */
const shownDays = 60;

type Daily = typeof contentDaily.$inferInsert;
type Life = ReturnType<typeof lifeOf>;

interface Making {
  tx: Transaction;
  now: Date;
  random: Random;
  share: number;
  authors: readonly number[];
  pictures: readonly number[];
  estates: readonly { id: number; country: string; district: number }[];
}

/** Videos, the investment column and reports with their first versions, what was read, played and downloaded, and the inquiries that came of reports. Comes after estates and inquiries, which it names. */
export async function writeResources(
  tx: Transaction,
  now: Date,
  size: DemoOptions["size"],
  papers: Papers,
): Promise<void> {
  const estates = await tx
    .select({ id: estate.id, country: estate.country_code, district: estate.district_id })
    .from(estate)
    .where(and(eq(estate.publish_status, "online"), isNull(estate.deleted_at)))
    .orderBy(asc(estate.id));
  const making: Making = {
    ...{ tx, now, random: randomFrom(seed), share: size === "full" ? 1 : 0.1, estates },
    authors: await editors(tx),
    pictures: await ownPictures(tx),
  };
  await writeVideos(making);
  await writeColumn(making);
  await writeReports(making, papers);
  await writeDownloads(making);
  await followIds(tx, [video, investment, report, reportDownload]);
}

/** Where each of a kind's pieces stands: at least one in each state. */
function standings(kind: keyof typeof states, share: number): PublishStatus[] {
  const counts = Object.entries(states[kind]) as [PublishStatus, number][];
  const total = Math.round(counts.reduce((sum, [, count]) => sum + count, 0) * share);
  const all = counts.flatMap(([status, count]) =>
    Array.from({ length: share === 1 ? count : status === "published" ? total - 1 : 0 }, () => status),
  );
  return share === 1 ? all : [...all, "draft"];
}

/** The columns of a piece's life; what is public went out some days after it was begun. */
function lifeOf({ now, random, authors }: Making, status: PublishStatus, begun: number, place: number) {
  const isOut = status === "published" || status === "offline";
  const publish_at = isOut ? begun + 6 * hour : status === "scheduled" ? now.getTime() + (place + 1) * 20 * hour : null;
  const by = random.pick(authors);
  return {
    publish_status: status,
    publish_at: publish_at === null ? null : isoInstant(publish_at),
    was_public: isOut,
    version: isOut ? 2 : 1,
    created_at: isoInstant(begun),
    updated_at: isoInstant(isOut && publish_at !== null ? publish_at : begun),
    created_by: by,
    updated_by: by,
  };
}

const begunAt = ({ now, random }: Making) => now.getTime() - random.whole(2, 350) * day - random.whole(0, 23) * hour;

/** What readers of a public piece did, most of it in its first days. */
function readingsOf({ now, random }: Making, kind: "video" | "investment" | "report", id: number, life: Life): Daily[] {
  if (!life.was_public || !life.publish_at) return [];
  const from = Date.parse(life.publish_at);
  const liking = random.whole(15, 120);
  const days: Daily[] = [];
  for (let at = 0; at < shownDays && from + at * day <= now.getTime(); at++) {
    const views = Math.round((liking * random.whole(60, 140)) / 100 / (1 + at / 6));
    if (views === 0) continue;
    const date = dayOf(new Date(from + at * day));
    const plays = kind === "video" ? Math.round(views * 0.7) : 0;
    days.push({ kind, target_id: id, date, views, uv: Math.ceil(views * 0.8), plays });
  }
  return days;
}

const sumOf = (daily: readonly Daily[], name: "views" | "plays") =>
  daily.reduce((sum, one) => sum + (one[name] ?? 0), 0);

type Written = Life & { id: number; media_ids: number[] };

const firstVersion = (kind: "video" | "investment" | "report", names: readonly string[], row: Written) => ({
  ...{ kind, target_id: row.id, no: 1, act: "create" as const, version: 1 },
  snapshot: Object.fromEntries(names.map((name) => [name, (row as unknown as Record<string, unknown>)[name] ?? null])),
  ...{ changed_fields: [...names], media_ids: row.media_ids, is_live: row.was_public },
  ...{ by: row.created_by, at: row.created_at },
});

async function writeVideos(making: Making): Promise<void> {
  const { tx, random, pictures, estates, share } = making;
  const daily: Daily[] = [];
  const rows = standings("video", share).map((status, at) => {
    const id = at + 1;
    const type = random.pick(Object.keys(videoTypes) as (keyof typeof videoTypes)[]);
    const life = lifeOf(making, status, begunAt(making), at % 5);
    const about = random.pick(estates);
    const cover_id = random.pick(pictures);
    const readings = readingsOf(making, "video", id, life);
    daily.push(...readings);
    return {
      ...{ id, ...life, type, ...videoWords(random, type), cover_id, media_ids: [cover_id] },
      // No film is in the package: a player's address, as an editor would put it.
      ...{ source: "link" as const, media_id: null },
      external_url: `https://player.bilibili.com/player.html?bvid=BV1demo${String(id).padStart(5, "0")}`,
      ...{ duration: random.whole(45, 900), country_code: about.country, district_id: about.district },
      ...{ estate_ids: type === "course" ? [] : [about.id], sort: random.pick([10, 50, 100, 100, 100]) },
      ...{ view_count: sumOf(readings, "views"), play_count: sumOf(readings, "plays") },
      like_count: Math.round(sumOf(readings, "plays") * 0.06),
    };
  });
  await insertRows(tx, video, rows);
  await insertRows(tx, contentDaily, daily);
  const names = Object.keys(VideoFields.shape);
  await insertRows(
    tx,
    revision,
    rows.map((row) => firstVersion("video", names, row)),
  );
}

async function writeColumn(making: Making): Promise<void> {
  const { tx, random, pictures, estates, share } = making;
  const daily: Daily[] = [];
  const rows = standings("investment", share).map((status, at) => {
    const id = at + 1;
    const category = random.pick(Object.keys(investmentCategories) as (keyof typeof investmentCategories)[]);
    const life = lifeOf(making, status, begunAt(making), at % 5);
    const about = random.pick(estates);
    const cover_id = random.pick(pictures);
    const readings = readingsOf(making, "investment", id, life);
    daily.push(...readings);
    const price = random.whole(28, 160) * 1_000_000;
    return {
      ...{ id, ...life, category, ...columnWords(random, category), cover_id, media_ids: [cover_id] },
      ...{ country_code: about.country, district_id: about.district, lang: "zh" as const },
      ...{ translation_of: null, translation_key: `demo-investment-${id}` },
      ...{ calc_currency: "JPY", calc_price: `${price}.00`, calc_rent: `${Math.round(price / 26_000) * 100}.00` },
      ...{ calc_cost_rate: 7, calc_loan_ratio: random.pick([0, 50, 60, 70]), calc_loan_rate: 2.2, calc_years: 30 },
      ...{ estate_ids: [about.id], sort: 100, seo_keywords: ["海外置业"] },
      view_count: sumOf(readings, "views"),
    };
  });
  await insertRows(tx, investment, rows);
  await insertRows(tx, contentDaily, daily);
  const names = Object.keys(InvestmentFields.shape);
  await insertRows(
    tx,
    revision,
    rows.map((row) => firstVersion("investment", names, row)),
  );
}

/** One a quarter and category, the oldest first; every fourth is given away without a contact. */
async function writeReports(making: Making, papers: Papers): Promise<void> {
  const { tx, now, random, pictures, estates, share, authors } = making;
  const categories = Object.keys(reportTitles) as (keyof typeof reportCategories)[];
  const all = standings("report", share);
  const daily: Daily[] = [];
  const files: number[] = [];
  const rows = all.map((status, at) => {
    const id = at + 1;
    const begun = now.getTime() - Math.round((360 * (all.length - at)) / all.length) * day;
    const life = lifeOf(making, status, begun, at % 5);
    const category = categories[at % categories.length] ?? "price";
    const quarter = new Date(begun);
    const period =
      category === "annual"
        ? String(quarter.getUTCFullYear())
        : `${quarter.getUTCFullYear()}Q${Math.floor(quarter.getUTCMonth() / 3) + 1}`;
    const about = random.pick(estates);
    const cover_id = random.pick(pictures);
    const title = `${reportTitles[category]} ${period}`;
    const by = random.pick(authors);
    const file_id = papers.add({ scene: "report", word: "REPORT", name: `${title}.pdf`, by, at: begun });
    files.push(file_id);
    const readings = readingsOf(making, "report", id, life);
    daily.push(...readings);
    return {
      ...{ id, ...life, title, period, category, cover_id, file_id, media_ids: [file_id, cover_id] },
      ...{ country_code: about.country, district_id: about.district, need_contact: at % 4 !== 3, sort: 100 },
      summary: `${period}的成交、租金与供应数据，附区域对照表和方法说明。`,
      view_count: sumOf(readings, "views"),
    };
  });
  await papers.put(tx);
  // Written past drizzle, which would stamp the change with the time of the writing.
  await tx.execute(sql`update ${media} set pages = 1 where id = any(${sql.param(files)}::bigint[])`);
  await insertRows(tx, report, rows);
  await insertRows(tx, contentDaily, daily);
  const names = Object.keys(ReportFields.shape);
  await insertRows(
    tx,
    revision,
    rows.map((row) => firstVersion("report", names, row)),
  );
}

/** Each inquiry of the kind has come of a report that stood there by then; the others left no contact. The counts follow from the rows. */
async function writeDownloads({ tx, now, random, share }: Making): Promise<void> {
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
  const told = await tx.$count(reportDownload);
  const left = Math.round(downloads * share) - told;
  if (open.length > 0 && left > 0)
    await insertRows(
      tx,
      reportDownload,
      Array.from({ length: left }, (_, place) => {
        const { id: report_id, from } = random.pick(open);
        const begun = Date.parse(from ?? "");
        const at = begun + Math.floor(random.value() * (now.getTime() - begun));
        const platform = random.pick(["web", "h5", "mini_program"]);
        return {
          id: told + place + 1,
          report_id,
          platform,
          ip_region: random.pick(["中国", "日本", null]),
          at: isoInstant(at),
        };
      }),
    );
  await tx.execute(sql`
    insert into ${contentDaily} as daily (kind, target_id, date, downloads)
    select 'report', report_id, (at at time zone 'Asia/Shanghai')::date, count(*) from ${reportDownload} group by 1, 2, 3
    on conflict (kind, target_id, date) do update set downloads = excluded.downloads`);
  await tx.execute(sql`update ${report} set download_count = counted.n
    from (select report_id, count(*)::int as n from ${reportDownload} group by report_id) counted where ${report.id} = counted.report_id`);
}

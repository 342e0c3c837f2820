import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { publicReport as contract } from "~/contract/resource/public-resource";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily } from "~/server/database/tables/content/content";
import { report, reportDownload } from "~/server/database/tables/resource/resource";
import { found, refuseFields, rowsOf, type SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { householdOf, tryLimit } from "~/server/lib/try-limit";
import { ownBase, publicItems } from "~/server/resources/content/public";
import { contactColumns, phoneErrors, placeOf } from "~/server/resources/inquiry/inquiry/contact";
import { receiveInquiry } from "~/server/resources/inquiry/inquiry/receive";
import { isPublic } from "~/server/resources/shared/content-visits";
import { withBelow } from "~/server/resources/shared/districts";
import { passingUrl } from "~/server/resources/shared/upload";
import { readReports } from "./report";

const downloadLimit = tryLimit("report", 10);
/** For so long a file's address works. */
const seconds = 60;

/** What the company's sites read of reports, and how they give them out (domain E.6). */
export const publicReportHandlers = [
  serve(contract.list, async (call) => {
    const { country, district, category } = call.query;
    const where = [
      country?.length ? inArray(report.country_code, country) : undefined,
      district ? inArray(report.district_id, await withBelow(call.db, [district])) : undefined,
      category ? eq(report.category, category) : undefined,
    ];
    const order = [report.sort.getSQL(), desc(report.id)];
    return publicItems(call, report, { where, order }, (rows, reading) => readReports(call, rows, reading));
  }),

  serve(
    contract.download,
    async (call) => {
      const { services, origin, params, body, transaction } = call;
      const base = await ownBase(call);
      const now = services.now();
      return transaction(async (db) => {
        const [row] = await rowsOf(db, report, and(eq(report.id, params.id), isPublic(report, now)));
        const { id, title, file_id, need_contact } = found(row);
        const fileId = found(file_id ?? undefined);
        const { tracker, external_id, website: _, ...sent } = body;
        const hasContact = Boolean(sent.phone || sent.email);
        if (need_contact && !hasContact)
          return refuseFields([{ field: "phone", label: "手机号", message: "请留下手机号或邮箱" }]);
        const contacts = { ...sent, ...contactColumns({ ...sent, wechat: null }) };
        const wrong = phoneErrors(contacts);
        if (wrong.length) return refuseFields(wrong);
        const place = await placeOf(db, { tracker, ip: origin.ip, sent: { ...noUtm, page_url: sent.page_url } });
        const inquiry = hasContact
          ? await receiveInquiry(
              { db, services, user: "system", origin },
              {
                ...{ ...contacts, ...place, ...noPlace, kind: "report", contact_time: "any" },
                ...{ content: `下载《${title}》`, ext: { report_id: id, report_title: title } },
                ...{ content_kind: "report", content_id: id },
                device: /mobi|android|iphone/i.test(origin.ua) ? "mobile" : "pc",
                ...(external_id && { once: { source_key: "report", external_id, content: [id, sent] } }),
              },
            )
          : undefined;
        const { phone_cc, phone, phone_e164 } = contacts;
        const { tracker_id, ip_region } = place;
        await db.insert(reportDownload).values({
          ...{ report_id: id, name: sent.name, phone_cc, phone, phone_e164, email: sent.email },
          ...{ platform: sent.platform, tracker_id, ip_region, inquiry_id: inquiry?.id ?? null, at: isoInstant(now) },
        });
        await countDownload(db, id, now);
        const ends = now.getTime() + seconds * 1000;
        return { url: base + passingUrl(services, fileId, ends), expires_at: isoInstant(ends) };
      });
    },
    // Its own address is read before anything is written.
    { ownTransaction: true, admit: ({ services, origin }) => downloadLimit(services, householdOf(origin.ip)) },
  ),
];

const noUtm = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null };
const noPlace = { referrer: null, estate_id: null, room_id: null, mansion_id: null, customer_user_id: null };

/** Counts a download at its day, and at the report: its version stays, so no open form becomes stale. */
async function countDownload(db: SignedCall["db"], id: number, now: Date): Promise<void> {
  await db
    .insert(contentDaily)
    .values({ kind: "report", target_id: id, date: dayOf(now), downloads: 1 })
    .onConflictDoUpdate({
      target: [contentDaily.kind, contentDaily.target_id, contentDaily.date],
      set: { downloads: sql`${contentDaily.downloads} + 1` },
    });
  await db.execute(sql`update ${report} set download_count = ${report.download_count} + 1 where id = ${id}`);
}

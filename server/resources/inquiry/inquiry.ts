import { and, eq, ne, sql } from "drizzle-orm";
import { inquiry as contract } from "~/contract/inquiry/inquiry";
import { rentalMatch } from "~/contract/inquiry/rental-match";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { serve, serveAct } from "~/server/lib/serve";
import { reveal, revealsLeft } from "~/server/resources/shared/reveal";
import {
  assignInquiry,
  claimInquiry,
  closeInquiry,
  contactedInquiry,
  invalidateInquiry,
  invalidLabel,
  remarkInquiry,
  reopenInquiry,
} from "./inquiry/acts";
import { convertInquiry, undoConversion } from "./inquiry/convert";
import { mansionsFor } from "./inquiry/find-mansions";
import { exportInquiries } from "./inquiry/inquiry-export";
import { inquiryPage } from "./inquiry/list";
import { sharesContact } from "./inquiry/receive";
import { detailAfter, readInquiry, seenInquiry, selectInquiries, someInquiries } from "./inquiry/view";
import { editInquiry, enterInquiry } from "./inquiry/write";

export const inquiryHandlers = [
  serve(contract.list, inquiryPage),
  serve(contract.get, (call) => readInquiry(call, call.params.id)),

  serve(contract.logs, async (call) => {
    const { db, params } = call;
    const [viewed] = await selectInquiries(call).where(eq(inquiry.id, params.id));
    seenInquiry(viewed);
    const { id, action, from_status, to_status, reason, at } = inquiryLog;
    return db
      .select({ id, action, from_status, to_status, reason, at, by: sql<string>`coalesce(${user.name}, '系统')` })
      .from(inquiryLog)
      .leftJoin(user, eq(user.id, inquiryLog.by))
      .where(eq(inquiryLog.inquiry_id, params.id))
      .orderBy(sql`${id} desc`)
      .limit(200);
  }),

  serve(contract.related, async (call) => {
    const [viewed] = await selectInquiries(call).where(eq(inquiry.id, call.params.id));
    const { inquiry: row } = seenInquiry(viewed);
    const same = sql`(${sharesContact(row)}
      or ${row.customer_id === null ? sql`false` : eq(inquiry.customer_id, row.customer_id)}
      or ${row.customer_user_id === null ? sql`false` : eq(inquiry.customer_user_id, row.customer_user_id)})`;
    return someInquiries(call, sql`${and(ne(inquiry.id, row.id), same)}`, 20);
  }),

  serve(rentalMatch.mansions, async (call) => {
    const [viewed] = await selectInquiries(call).where(eq(inquiry.id, call.params.id));
    return mansionsFor(call.db, seenInquiry(viewed).inquiry);
  }),

  serve(contract.create, (call) => enterInquiry(call, call.body)),
  serveAct(contract.update, detailAfter, editInquiry),

  serve(
    contract.phone,
    async (call) => {
      const [viewed] = await selectInquiries(call).where(eq(inquiry.id, call.params.id));
      const { inquiry: row } = seenInquiry(viewed);
      const { id, inquiry_no, name, phone, wechat, email } = row;
      const target = { type: "inquiry", id, name: name ?? inquiry_no };
      const left =
        row.assignee_id === call.user.id
          ? await revealsLeft(call)
          : await reveal(call, target, `查看询盘${inquiry_no}的完整号码`, call.query.reason);
      return { phone, wechat, email, left };
    },
    { writes: true },
  ),

  serveAct(contract.claim, detailAfter, claimInquiry),
  serveAct(contract.assign, detailAfter, assignInquiry),
  serveAct(contract.reopen, detailAfter, reopenInquiry),
  serveAct(contract.contacted, detailAfter, contactedInquiry),
  serveAct(contract.convert, detailAfter, convertInquiry),
  serveAct(contract.undoConvert, detailAfter, async (call, id) => undoConversion(call, id)),
  serveAct(contract.invalid, detailAfter, async (call, id, { reason, blacklist }) =>
    invalidateInquiry(call, id, { reason, blacklist, words: await invalidLabel(call, reason) }),
  ),
  serveAct(contract.close, detailAfter, closeInquiry),
  serveAct(contract.remark, detailAfter, remarkInquiry),

  serve(contract.assignBatch, async (call) => {
    const rows = await eachRow(call, call.body.ids, (one, id) => assignInquiry(one, id, call.body));
    const { permission } = contract.assignBatch;
    return replyOf(rows, await keepBatch(call, { act: "assign", targetType: "inquiry", permission }, rows));
  }),

  serve(contract.invalidBatch, async (call) => {
    const { ids, reason } = call.body;
    const words = await invalidLabel(call, reason);
    const rows = await eachRow(call, ids, (one, id) => invalidateInquiry(one, id, { reason, words, blacklist: false }));
    const { permission } = contract.invalidBatch;
    return replyOf(rows, await keepBatch(call, { act: "invalid", targetType: "inquiry", permission }, rows));
  }),

  serve(contract.export, (call) => exportInquiries(call, call.query)),
];

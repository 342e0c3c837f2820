import { eq } from "drizzle-orm";
import type { z } from "zod";
import type {
  StatementConfirm,
  StatementDispute,
  StatementInvoice,
  StatementUninvoice,
  StatementVoid,
} from "~/contract/clue/statement";
import type { StatementStatus } from "~/contract/clue/statement-kinds";
import { compareSigned } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import { agent } from "~/server/database/tables/agent/agent";
import { statementItem } from "~/server/database/tables/clue/statement";
import { isoInstant } from "~/server/database/tables/columns";
import { media } from "~/server/database/tables/system/system";
import { pick, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { isOwnPaper } from "~/server/lib/media";
import { tellEach } from "~/server/lib/notify";
import { actStates, type StatementRecord, statements } from "./view";
import { freeBills, freeze, lockStatement } from "./write";

interface Versioned {
  version?: number | undefined;
}

async function taken(call: SignedCall, id: number, act: keyof typeof actStates, { version }: Versioned) {
  const row = await lockStatement(call, id, version);
  return (actStates[act] as readonly StatementStatus[]).includes(row.status) ? row : refuse(40902);
}

/** Recalculates it from the deals as they are now, and freezes it. */
export async function sendStatement(call: SignedCall, id: number, body: Versioned): Promise<void> {
  const row = await taken(call, id, "send", body);
  await freeze(call, row, { status: "sent", sent_at: isoInstant(call.services.now()), dispute_note: null });
  await tell(call, row, "对账单已发送，待代理确认");
}

/** The agent has agreed; the proof says so. */
export async function confirmStatement(call: SignedCall, id: number, body: z.output<typeof StatementConfirm>) {
  const row = await taken(call, id, "confirm", body);
  await checkFiles(call, "statement", body.proof, { field: "proof", label: "确认凭证" });
  const { confirm_by, proof } = body;
  const confirmed_at = isoInstant(call.services.now());
  const values = { status: "confirmed", confirm_by, proof_ids: proof, confirmed_at } as const;
  await statements.change(call, row, values, { verb: "确认" });
  await tell(call, row, `代理已确认（${confirm_by}）`);
}

/** The agent disagrees: the statement is checked again. */
export async function disputeStatement(call: SignedCall, id: number, body: z.output<typeof StatementDispute>) {
  const row = await taken(call, id, "dispute", body);
  const { note } = body;
  await statements.change(call, row, { status: "disputed", dispute_note: note }, { verb: "登记异议", reason: note });
  await tell(call, row, `代理有异议：${note}`);
}

export async function reviseStatement(call: SignedCall, id: number, body: Versioned): Promise<void> {
  const row = await taken(call, id, "revise", body);
  await statements.change(call, row, { status: "draft", sent_at: null }, { verb: "退回修改" });
}

export async function invoiceStatement(
  call: SignedCall,
  id: number,
  body: z.output<typeof StatementInvoice>,
): Promise<void> {
  const row = await taken(call, id, "invoice", body);
  const { no, amount, media_id } = body;
  if (compareSigned(amount, row.payable_total) !== 0)
    return refuseFields([
      {
        field: "amount",
        label: "发票金额",
        message: `应与应付合计${formatExact(row.payable_total, row.currency)}一致`,
      },
    ]);
  await checkFiles(call, "statement", [media_id], { field: "media_id", label: "发票文件" });
  const values = { status: "invoiced", invoice_no: no, invoice_amount: amount, invoice_media_id: media_id } as const;
  await statements.change(call, row, { ...values, uninvoice_reason: null }, { verb: "登记发票" });
  await tell(call, row, `已开票（${no}）`);
}

export async function uninvoiceStatement(call: SignedCall, id: number, body: z.output<typeof StatementUninvoice>) {
  const row = await taken(call, id, "uninvoice", body);
  const { reason } = body;
  const none = { invoice_no: null, invoice_amount: null, invoice_media_id: null };
  const values = { status: "confirmed", ...none, uninvoice_reason: reason } as const;
  await statements.change(call, row, values, { verb: "撤回发票", reason });
  await tell(call, row, `发票已撤回：${reason}`);
}

/** Its items can go into another statement. */
export async function voidStatement(call: SignedCall, id: number, body: z.output<typeof StatementVoid>): Promise<void> {
  const row = await taken(call, id, "void", body);
  const { reason } = body;
  await call.db.update(statementItem).set({ is_live: false }).where(eq(statementItem.statement_id, id));
  await freeBills(call, id);
  await statements.change(call, row, { status: "void", void_reason: reason }, { verb: "作废", reason });
  await tell(call, row, `已作废：${reason}`);
}

export async function checkFiles(
  call: SignedCall,
  scene: "statement" | "voucher",
  ids: readonly number[],
  at: { field: string; label: string },
): Promise<void> {
  const wanted = [...new Set(ids)];
  if ((await call.db.$count(media, isOwnPaper(call, scene, wanted))) < wanted.length)
    refuseFields([{ ...at, message: "文件不存在或未上传完成，请重新上传" }]);
}

/** Notifies the agent's channel manager and the statement's author; nobody is notified of their own act. */
export async function tell(call: SignedCall, row: StatementRecord, what: string): Promise<void> {
  const [of] = await pick(call.db, agent, ["name", "manager_id"], eq(agent.id, row.agent_id));
  const people = [...new Set([of?.manager_id, row.created_by].flatMap((id) => id ?? []))];
  await tellEach(call, people, {
    ...{ category: "clue", title: `对账单${row.statement_no}：${what.replace(/[（：].*$/, "")}` },
    content: `${of?.name ?? ""}的对账单【${row.statement_no}】${what}。`,
    ...{ link: `/clue/accountStatement?open=${row.id}`, link_id: row.id },
  });
}

import { statement } from "~/contract/clue/statement";
import { at, type Case, casesOf } from "./prove";

const statementIs = casesOf("statement");

const view = "clue:statement:view";
const create = "clue:statement:create";
const confirm = "clue:statement:confirm";
const pay = "clue:statement:pay";
const items = [{ clue_id: 1, part: 1, kind: "commission" }];
const due = { period_from: "2026-11-01", period_to: "2026-11-30", currency: "JPY" };
const ofAgent = (endpoint: Case["endpoint"], body: object): Case => ({
  ...{ endpoint, name: "agent_id", code: create, kind: "agent", family: "statement: agent" },
  input: ({ id }) => ({ body: { ...body, agent_id: id } }),
});

export const statementCases: Case[] = [
  statementIs(statement.get, view, "statement: read"),
  statementIs(statement.logs, view, "statement: read"),
  statementIs(statement.export, view, "statement: read"),
  statementIs(statement.update, create, "statement: work", at({ items, version: 1 })),
  statementIs(statement.send, "clue:statement:send", "statement: work"),
  statementIs(statement.confirm, confirm, "statement: work", at({ confirm_by: "周", proof: [1] })),
  statementIs(statement.dispute, confirm, "statement: work", at({ note: "金额不对" })),
  statementIs(statement.revise, confirm, "statement: work"),
  statementIs(statement.invoice, confirm, "statement: work", at({ no: "1", amount: "1", media_id: 1 })),
  statementIs(statement.uninvoice, pay, "statement: work", at({ reason: "抬头有误" })),
  statementIs(statement.pay, pay, "statement: work", at({ paid_at: "2026-11-20", voucher: [1] })),
  statementIs(statement.void, "clue:statement:void", "statement: work", at({ reason: "重新生成" })),
  ofAgent(statement.preview, due),
  ofAgent(statement.create, { ...due, items }),
];

import { clue } from "~/contract/clue/clue";
import { judgement } from "~/contract/clue/judgement";
import { days } from "~/test/support/factories";
import { at, type Case, casesOf } from "./prove";

const clueIs = casesOf("clue");

const view = "clue:clue:view";
const audit = "clue:clue:audit";
const handled = at(({ caller }) => ({ handler_id: caller.id }));

export const clueCases: Case[] = [
  clueIs(clue.get, view, "clue: read"),
  clueIs(clue.logs, view, "clue: read"),
  clueIs(judgement.get, view, "clue: read"),
  clueIs(clue.phone, "customer:phone:view", "clue: read", at({}, { reason: "follow_up" })),
  clueIs(judgement.decide, audit, "clue: work", at({ verdict: "this", reason: "核对无误", version: 0 })),
  clueIs(clue.approve, audit, "clue: work", handled),
  clueIs(clue.reject, audit, "clue: work", at({ invalid_reason: "no_answer" })),
  clueIs(clue.subscribe, audit, "clue: work", at({ deal_id: 1 })),
  clueIs(clue.contract, audit, "clue: work", at({ deal_id: 1 })),
  clueIs(clue.cancel, audit, "clue: work", at({ reason: "客户放弃" })),
  clueIs(clue.extend, audit, "clue: work", at({ days: 3, reason: "客户出差" })),
  clueIs(clue.appeal, audit, "clue: work", at({ note: "客户声明", media_ids: [1] })),
  clueIs(
    clue.approveBatch,
    audit,
    "clue: work",
    (asked) => ({ body: { ids: [asked.id], handler_id: asked.caller.id } }),
    { name: "ids" },
  ),
  clueIs(clue.visit, "clue:clue:advance", "clue: visit", at({ at: days(0), media_ids: [1] })),
];

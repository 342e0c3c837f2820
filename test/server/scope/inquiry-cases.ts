import { chat } from "~/contract/inquiry/chat";
import { inquiry } from "~/contract/inquiry/inquiry";
import { rentalMatch } from "~/contract/inquiry/rental-match";
import { visa } from "~/contract/inquiry/visa";
import { type Asked, among, at, type Case, casesOf } from "./prove";
import type { Relation } from "./relations";

const isWide = ({ caller }: Pick<Asked, "caller">) =>
  ["team", "all"].includes(caller.scope("inquiry")) && caller.hasTeam;
/** A user the caller may give inquiries to, if there is one. */
const heir = (asked: Asked) => (isWide(asked) ? asked.world.taker : asked.caller.id);
/** A caller who gives only to themselves has nobody to give to: the call's other number refuses it. */
const isAlone: Case["isMoot"] = ({ caller }) => !isWide({ caller });

const inquiryIs = casesOf("inquiry");

const view = "inquiry:inquiry:view";
const handle = "inquiry:inquiry:handle";
const assign = "inquiry:inquiry:assign";
const ids = { name: "ids" };
const gives = (endpoint: Case["endpoint"], input: Case["input"], more: Partial<Case> = {}): Case =>
  inquiryIs(endpoint, assign, "inquiry: give", input, { isMoot: isAlone, ...more });

/** Domain E.4: visa cases are seen as other inquiries are, and worked on by the users who see them. */
const visaIs = (endpoint: Case["endpoint"], body?: Case["input"]): Case => ({
  ...{ endpoint, name: "id", kind: "visaCase", input: body ?? at() },
  ...(body
    ? ({ code: "inquiry:visa:handle", family: "inquiry: give" } as const)
    : ({ code: "inquiry:visa:view", family: "inquiry: read" } as const)),
});
const paper = { category: "passport", name: "护照首页", expire_at: null, remark: null, requirement_id: null };
/** Case handlers see unassigned cases. */
const openCase: Relation = { state: "open", owner: "nobody" };

export const inquiryCases: Case[] = [
  visaIs(visa.papers),
  visaIs(visa.dossier),
  visaIs(visa.step, at({ version: 1, case_stage: "evaluating", date: "2026-11-20", note: null })),
  visaIs(visa.note, at({ version: 1, check: "plan", note: "税理士审阅中" })),
  visaIs(visa.facts, at({ version: 1, scrivener: "山田行政书士" })),
  visaIs(
    visa.addPaper,
    at(async ({ caller, world }) => ({
      ...paper,
      media_id: await world.row("annexFile", caller, { state: "private", owner: "own" }),
    })),
  ),
  {
    ...{ endpoint: visa.addPaper, name: "media_id", code: "inquiry:visa:handle" },
    ...{ kind: "annexFile", family: "file: attached" },
    input: async ({ id, caller, world }) => ({
      params: { id: await world.row("visaCase", caller, openCase) },
      body: { ...paper, media_id: id },
    }),
  },
  inquiryIs(inquiry.get, view, "inquiry: read"),
  inquiryIs(inquiry.logs, view, "inquiry: read"),
  inquiryIs(inquiry.related, view, "inquiry: read"),
  inquiryIs(rentalMatch.mansions, view, "inquiry: read"),
  inquiryIs(inquiry.phone, "customer:phone:view", "inquiry: read", at({}, { reason: "follow_up" })),
  inquiryIs(inquiry.update, handle, "inquiry: edit", at({ content: "想看房", version: 1 })),
  inquiryIs(inquiry.claim, "inquiry:inquiry:claim", "inquiry: claim", at({ action: "claim" })),
  gives(
    inquiry.assign,
    at((asked) => ({ action: "assign", assignee_id: heir(asked), reason: "交接" })),
  ),
  gives(
    inquiry.assignBatch,
    among((asked) => ({ assignee_id: heir(asked), reason: "交接" })),
    ids,
  ),
  gives(
    inquiry.reopen,
    at((asked) => ({ action: "reopen", assignee_id: heir(asked), reason: "又来电" })),
  ),
  inquiryIs(inquiry.contacted, handle, "inquiry: own", at({ action: "contacted" })),
  inquiryIs(
    inquiry.convert,
    handle,
    "inquiry: own",
    at(async ({ caller, world }) => ({
      action: "convert",
      customer_id: await world.row("customer", caller, { state: "owned", owner: "own" }, "spare"),
    })),
    { isMoot: ({ caller }) => caller.scope("customer") === "none" },
  ),
  inquiryIs(inquiry.undoConvert, handle, "inquiry: own", at({ action: "undo_convert" })),
  inquiryIs(inquiry.invalid, handle, "inquiry: edit", at({ action: "invalid", reason: "spam" })),
  inquiryIs(inquiry.invalidBatch, handle, "inquiry: edit", among({ reason: "spam" }), ids),
  inquiryIs(inquiry.close, handle, "inquiry: close", at({ action: "close", reason: "不再需要" })),
  inquiryIs(inquiry.remark, handle, "inquiry: read", at({ action: "remark", remark: "重点" })),
  ...[inquiry.assign, inquiry.assignBatch, inquiry.reopen].map(
    (endpoint): Case => ({
      ...{ endpoint, name: "assignee_id", code: assign, kind: "person", family: "inquiry: assignee" },
      input: async ({ id, caller, world }) => {
        const state = endpoint === inquiry.reopen ? "closed" : "open";
        const about = await world.row("inquiry", caller, { state, owner: "nobody" }, "given");
        const body = { assignee_id: id, reason: "交接" };
        if (endpoint === inquiry.assignBatch) return { body: { ...body, ids: [about] } };
        return { params: { id: about }, body: { ...body, action: endpoint === inquiry.reopen ? "reopen" : "assign" } };
      },
    }),
  ),
];

const chatIs = (endpoint: Case["endpoint"], family: Case["family"], input: Case["input"] = at()): Case => ({
  ...{ endpoint, name: "id", code: "inquiry:chat:reply", kind: "chat", family, input },
});

/** Unassigned conversations are for all who answer. */
export const chatCases: Case[] = [
  chatIs(chat.get, "chat: read"),
  chatIs(chat.messages, "chat: read"),
  chatIs(chat.read, "chat: read"),
  chatIs(chat.send, "chat: answer", at({ content: "您好", client_msg_id: "scope-0001" })),
  chatIs(chat.end, "chat: place"),
  chatIs(chat.contact, "chat: own", at({ wechat: "zhou-88" })),
  {
    ...chatIs(
      chat.transfer,
      "chat: give",
      at((asked) => ({ user_id: heir(asked) })),
    ),
    isMoot: isAlone,
  },
];

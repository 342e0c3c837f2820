import { blacklist } from "~/contract/customer/blacklist";
import { customer } from "~/contract/customer/customer";
import { customerUser } from "~/contract/customer/customer-user";
import { annex, requirement } from "~/contract/customer/requirement";
import { tracking } from "~/contract/customer/tracking";
import { transfer } from "~/contract/customer/transfer";
import { match } from "~/contract/house/match";
import { schedule } from "~/contract/schedule/schedule";
import { timeline } from "~/contract/timeline/timeline";
import { type Asked, among, at, type Case, casesOf } from "./prove";
import type { Relation } from "./relations";

const facts = { name: "王伟", source: "phone", phone_cc: "86", phone: "13912345678", version: 1 };
const reveal = { reason: "follow_up" };
const release = { reason: "no_intent", note: null };

/** A customer that the caller surely reaches, if any: one of their own. */
const ownCustomer = ({ caller, world }: Asked) =>
  world.row("customer", caller, { state: "owned", owner: "own" }, "spare");
const ownFollowUp = ({ caller, world }: Asked) =>
  world.row("followUp", caller, { state: "written", owner: "own", about: { state: "owned", owner: "own" } });
/** A user the caller may give customers to, if there is one. */
const heir = ({ caller, world }: Asked) =>
  ["team", "all"].includes(caller.scope("customer")) && caller.hasTeam ? world.taker : caller.id;
const isWide = ({ caller }: Pick<Asked, "caller">) =>
  ["team", "all"].includes(caller.scope("customer")) && caller.hasTeam;
/** A caller who sees no customer is refused by the call's other number. */
const isBlind: Case["isMoot"] = ({ caller }) => caller.scope("customer") === "none";
/** A caller who gives customers only to themselves has nobody to give their own to. */
const isOwnToSelf: Case["isMoot"] = (asked) =>
  isBlind(asked) || (!isWide(asked) && asked.relation.owner === "own" && asked.relation.state === "owned");

const customerIs = casesOf("customer");
const assigns = (endpoint: Case["endpoint"], input: Case["input"], more: Partial<Case> = {}): Case =>
  customerIs(endpoint, "customer:info:assign", "customer: work", input, { isMoot: isOwnToSelf, ...more });
const ids = { name: "ids" };

const customerCases: Case[] = [
  customerIs(customer.get, ["customer:info:view", "customer:pool:view"], "customer: read"),
  customerIs(customer.audit, ["customer:info:view", "customer:pool:view"], "customer: read"),
  customerIs(timeline.list, ["customer:info:view", "customer:pool:view"], "customer: read"),
  customerIs(customer.phone, "customer:phone:view", "customer: read", at({}, reveal)),
  customerIs(customer.update, "customer:info:edit", "customer: work", at(facts)),
  customerIs(customer.quick, "customer:info:edit", "customer: work", at({ version: 1, level: "B" })),
  customerIs(customer.editBatch, "customer:info:edit", "customer: work", among({ set: { level: "B" } }), ids),
  customerIs(customer.remove, "customer:info:delete", "customer: work", at({ reason: "重复录入" })),
  customerIs(customer.recycle, "customer:info:delete", "customer: work", at({ reason: "重复录入" })),
  customerIs(customer.recycleBatch, "customer:info:delete", "customer: work", among({ reason: "重复录入" }), ids),
  customerIs(customer.tagBatch, "customer:info:edit", "customer: work", among({ add: ["urgent"], remove: [] }), ids),
  customerIs(customer.restore, "customer:recycle:restore", "customer: restore", at({ owner_id: null })),
  customerIs(customer.restoreBatch, "customer:recycle:restore", "customer: restore", among(), ids),
  customerIs(customer.destroy, "customer:recycle:destroy", "customer: destroy", at({ confirm: "彻底删除" })),
  customerIs(
    customer.destroyBatch,
    "customer:recycle:destroy",
    "customer: destroy",
    among({ confirm: "彻底删除" }),
    ids,
  ),
  customerIs(customer.lock, "customer:info:lock", "customer: owned"),
  customerIs(customer.unlock, "customer:info:lock", "customer: work", at(), { kind: "lockedCustomer" }),
  customerIs(customer.release, "customer:info:release", "customer: owned", at(release)),
  customerIs(customer.releaseBatch, "customer:info:release", "customer: owned", among(release), ids),
  customerIs(customer.claim, "customer:pool:claim", "customer: claim", at({ action: "claim" })),
  customerIs(customer.claimBatch, "customer:pool:claim", "customer: claim", among({ action: "claim" }), ids),
  assigns(
    customer.assign,
    at((asked) => ({ action: "assign", user_id: heir(asked), reason: "交接" })),
  ),
  assigns(
    customer.assignBatch,
    among((asked) => ({ action: "assign", user_id: heir(asked), reason: "交接" })),
    ids,
  ),
  assigns(
    customer.spreadBatch,
    among((asked) => ({ user_ids: [heir(asked)], reason: "交接" })),
    ids,
  ),
  assigns(
    customer.merge,
    at(async (asked) => ({ from_id: await ownCustomer(asked), version: 1 })),
    { isMoot: isBlind },
  ),
  assigns(
    customer.merge,
    async (asked) => ({ params: { id: await ownCustomer(asked) }, body: { from_id: asked.id, version: 1 } }),
    { name: "from_id", isMoot: isBlind },
  ),
  ...[customer.assign, customer.assignBatch, customer.spreadBatch].map(
    (endpoint): Case => ({
      ...{ endpoint, name: endpoint === customer.spreadBatch ? "user_ids" : "user_id", code: "customer:info:assign" },
      ...{ kind: "person", family: "customer: new owner" },
      isMoot: (asked) => isBlind(asked) || (asked.relation.owner === "own" && !isWide(asked)),
      input: async (asked) => {
        const { caller, world } = asked;
        const given = isWide(asked)
          ? await world.row("customer", caller, { state: "pool", owner: "nobody" })
          : await ownCustomer(asked);
        const user = endpoint === customer.spreadBatch ? { user_ids: [asked.id] } : { user_id: asked.id };
        return { params: { id: given }, body: { action: "assign", ...user, reason: "交接", ids: [given] } };
      },
    }),
  ),
  {
    ...{ endpoint: customer.restore, name: "owner_id", code: "customer:recycle:restore", kind: "person" },
    ...{ family: "customer: new owner", isMoot: isBlind },
    input: async ({ id, caller, world }) => ({
      params: { id: await world.row("customer", caller, { state: "recycled", owner: "own" }) },
      body: { owner_id: id },
    }),
  },
];

/** A customer named in a record that they do not own, such as a schedule. */
const named = (endpoint: Case["endpoint"], name: string, code: Case["code"], input: Case["input"]): Case => ({
  ...{ endpoint, name, code, kind: "customer", family: "customer: named", input },
});
/** The owner of a record that belongs to a customer. */
const ofCustomer = (
  endpoint: Case["endpoint"],
  name: string,
  code: Case["code"],
  input: (asked: Asked) => { body: object },
): Case => ({ ...{ endpoint, name, code, kind: "customer", family: "customer: work", input } });
const attached = (endpoint: Case["endpoint"], name: string, code: Case["code"], input: Case["input"]): Case => ({
  ...{ endpoint, name, code, kind: "attachedFile", family: "file: attached", input },
  isMoot: isBlind,
});

const word = { type: "call", content: "电话沟通购房预算与区域", tracked_at: "2026-11-20T11:00:00+08:00" };
const followUpCases: Case[] = [
  ofCustomer(tracking.create, "customer_id", "customer:tracking:create", ({ id }) => ({
    body: { ...word, customer_id: id },
  })),
  ofCustomer(tracking.createBatch, "customer_ids", "customer:tracking:create", ({ id }) => ({
    body: { ...word, customer_ids: [id] },
  })),
  attached(tracking.create, "media_ids", "customer:tracking:create", async (asked) => ({
    body: { ...word, customer_id: await ownCustomer(asked), media_ids: [asked.id] },
  })),
  attached(tracking.createBatch, "media_ids", "customer:tracking:create", async (asked) => ({
    body: { ...word, customer_ids: [await ownCustomer(asked)], media_ids: [asked.id] },
  })),
  attached(tracking.update, "media_ids", "customer:tracking:edit", async (asked) => ({
    params: { id: await ownFollowUp(asked) },
    body: { ...word, media_ids: [asked.id] },
  })),
  {
    ...{ endpoint: tracking.update, name: "id", code: "customer:tracking:edit" },
    ...{ kind: "followUp", family: "follow-up: edit", input: at(word) },
  },
  {
    ...{ endpoint: tracking.remove, name: "id", code: "customer:tracking:delete" },
    ...{ kind: "followUp", family: "follow-up: delete", input: at() },
  },
];

const wish = { country_code: "JP", purposes: [], property_types: [], layouts: [] };
const requirementIs = casesOf("requirement");
const ofOwn: Relation = { state: "present", owner: "own", about: { state: "owned", owner: "own" } };
const paper = { category: "passport", name: "护照首页", expire_at: null, remark: null };
/** A visa's papers are annexes too, by a code of their own; the roles that hold one hold both. */
const annexCodes = ["customer:requirement:edit", "inquiry:visa:handle"] as const;
const annexIs = (endpoint: Case["endpoint"], input: Case["input"]): Case => ({
  ...{ endpoint, name: "id", code: annexCodes, kind: "annex", family: "annex: work", input },
});
const requirementCases: Case[] = [
  requirementIs(requirement.get, "customer:requirement:view", "requirement: read"),
  requirementIs(match.estates, "customer:requirement:view", "requirement: read"),
  requirementIs(requirement.update, "customer:requirement:edit", "requirement: work", at({ ...wish, version: 1 })),
  requirementIs(requirement.close, "customer:requirement:edit", "requirement: work", at({ action: "close" })),
  {
    ...requirementIs(requirement.reopen, "customer:requirement:edit", "requirement: work", at({ action: "reopen" })),
    kind: "closedRequirement",
  },
  requirementIs(
    requirement.match,
    "customer:requirement:edit",
    "requirement: work",
    at({ action: "match", estate_ids: [], version: 1 }),
  ),
  ofCustomer(requirement.create, "customer_id", "customer:requirement:edit", ({ id }) => ({
    body: { ...wish, customer_id: id },
  })),
  {
    ...requirementIs(annex.create, "customer:requirement:edit", "requirement: work", async ({ id, caller, world }) => ({
      body: {
        ...paper,
        requirement_id: id,
        media_id: await world.row("annexFile", caller, { state: "private", owner: "own" }),
      },
    })),
    name: "requirement_id",
  },
  ...[annex.create, annex.update].map(
    (endpoint): Case => ({
      ...attached(
        endpoint,
        "media_id",
        endpoint === annex.update ? annexCodes : "customer:requirement:edit",
        async ({ id, caller, world }) => ({
          params: { id: await world.row("annex", caller, ofOwn) },
          body: { ...paper, requirement_id: await world.row("requirement", caller, ofOwn), media_id: id },
        }),
      ),
      kind: "annexFile",
    }),
  ),
  annexIs(annex.update, at({ ...paper, media_id: null })),
  annexIs(annex.verify, at({ action: "verify", verified: "verified", verify_note: null })),
  annexIs(annex.remove, at()),
  ...["id", "token"].map(
    (name): Case => ({
      ...{ endpoint: annex.open, name, code: "public", kind: "annex", family: "annex: address" },
      input: ({ id }) => ({ params: { id, token: "none" } }),
    }),
  ),
];

const transferCases: Case[] = [
  {
    ...{ endpoint: transfer.approve, name: "id", code: "customer:info:assign" },
    ...{ kind: "transferOfOwner", family: "transfer: decide", input: at() },
  },
  {
    ...{ endpoint: transfer.reject, name: "id", code: "customer:info:assign" },
    ...{ kind: "transferOfOwner", family: "transfer: decide", input: at({ reason: "正在跟进" }) },
  },
  {
    ...{ endpoint: transfer.cancel, name: "id", code: "customer:info:edit" },
    ...{ kind: "transferOfApplicant", family: "transfer: cancel", input: at() },
  },
];

const plan = { title: "带看滨海公寓", type: "visit", start_at: "2026-11-21T15:00:00+08:00" };
const scheduleIs = (endpoint: Case["endpoint"], body: object = {}): Case => ({
  ...{ endpoint, name: "id", code: "any", kind: "schedule", family: "schedule: work", input: at(body) },
});
const memberIs = (endpoint: Case["endpoint"], input: Case["input"]): Case => ({
  ...{ endpoint, name: "user_id", code: "any", kind: "person", family: "schedule: member", input },
});
const ownSchedule = ({ caller, world }: Asked) =>
  world.row("schedule", caller, { state: "pending", owner: "own" }, "spare");
const scheduleCases: Case[] = [
  scheduleIs(schedule.update, plan),
  scheduleIs(schedule.done, { action: "done", result: null }),
  scheduleIs(schedule.cancel, { action: "cancel" }),
  { ...scheduleIs(schedule.undo, { action: "undo" }), kind: "doneSchedule" },
  scheduleIs(schedule.remove),
  memberIs(schedule.create, ({ id }) => ({ body: { ...plan, user_id: id } })),
  memberIs(schedule.update, async (asked) => ({
    params: { id: await ownSchedule(asked) },
    body: { ...plan, user_id: asked.id },
  })),
  named(schedule.create, "customer_id", "any", ({ id }) => ({ body: { ...plan, customer_id: id } })),
  named(schedule.update, "customer_id", "any", async (asked) => ({
    params: { id: await ownSchedule(asked) },
    body: { ...plan, customer_id: asked.id },
  })),
  named(customer.create, "referrer_customer_id", "customer:info:create", ({ id }) => ({
    body: { ...facts, referrer_customer_id: id },
  })),
  {
    ...named(customer.update, "referrer_customer_id", "customer:info:edit", async (asked) => ({
      params: { id: await ownCustomer(asked) },
      body: { ...facts, referrer_customer_id: asked.id },
    })),
    isMoot: isBlind,
  },
];

const ban = { type: "phone", reason: "harassment" };
const account: Relation = { state: "present", owner: "nobody" };
const accountIs = (endpoint: Case["endpoint"], name: string, code: Case["code"], input: Case["input"]): Case => ({
  ...{ endpoint, name, code, kind: "record", of: "customerUser", family: "record", input },
});
const userCases: Case[] = [
  ...[customerUser.link, customerUser.unlink].map((endpoint) => ({
    ...accountIs(endpoint, "id", "customer:info:edit", async (asked) => ({
      params: { id: asked.id },
      body: { customer_id: await ownCustomer(asked) },
    })),
    isMoot: isBlind,
  })),
  accountIs(customerUser.phone, "id", "customer:phone:view", at({}, reveal)),
  {
    ...accountIs(blacklist.create, "customer_user_id", "customer:blacklist:manage", ({ id }) => ({
      body: { ...ban, type: "user", customer_user_id: id },
    })),
    family: "record: named",
  },
  {
    ...accountIs(customer.create, "customer_user_id", "customer:info:create", ({ id }) => ({
      body: { ...facts, customer_user_id: id },
    })),
    family: "record: named",
  },
  ...[customerUser.link, customerUser.unlink].map(
    (endpoint): Case => ({
      ...{ endpoint, name: "customer_id", code: "customer:info:edit", kind: "customer" },
      family: endpoint === customerUser.link ? "customer: work" : "customer: not linked",
      input: async ({ id, caller, world }) => ({
        params: { id: await world.row("record", caller, account, "customerUser") },
        body: { customer_id: id },
      }),
    }),
  ),
  ...[ban, { ...ban, value: "13912345678" }].map((body) =>
    named(blacklist.create, "customer_id", "customer:blacklist:manage", ({ id }) => ({
      body: { ...body, customer_id: id },
    })),
  ),
  {
    ...attached(blacklist.create, "evidence_ids", "customer:blacklist:manage", ({ id }) => ({
      body: { ...ban, value: "13912345678", evidence_ids: [id] },
    })),
    kind: "evidenceFile",
  },
  {
    ...attached(blacklist.update, "evidence_ids", "customer:blacklist:manage", async ({ id, caller, world }) => ({
      params: { id: await world.row("record", caller, account, "blacklist") },
      body: { reason: "harassment", evidence_ids: [id] },
    })),
    kind: "evidenceFile",
  },
];

export const cases: Case[] = [
  ...customerCases,
  ...followUpCases,
  ...requirementCases,
  ...transferCases,
  ...scheduleCases,
  ...userCases,
];

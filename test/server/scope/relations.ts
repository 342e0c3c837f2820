import type { DataScope } from "~/contract/permissions";

// The only table of the role-and-scope proof: callers that may reach each record. Written by hand from the rules (domain A.1, C, D, E),
// never computed from what the server does. Its sections are in docs/domain, its decisions in docs/decisions.

/** Whose a record is, as its caller sees it; `nobody`: it never had an owner. */
export const owners = [
  "own",
  "colleague",
  "childTeam",
  "grandchildTeam",
  "parentTeam",
  "otherTeam",
  "noTeam",
  "nobody",
] as const;
export type Owner = (typeof owners)[number];

/** What the proof knows of a caller: codes (domain A.2), scope per resource (domain A.1), and whether they have a team. */
export interface Who {
  codes: ReadonlySet<string>;
  scope(resource: string): DataScope;
  hasTeam: boolean;
  isSuper: boolean;
}

/** The relation of a record to the caller. `about`: the record that it belongs to, such as the customer of a follow-up. */
export interface Relation {
  state: string;
  owner: Owner;
  about?: { state: string; owner: Owner };
}

/** Neither refused by role, scope or existence: what the record's own rules then say is not of this table. */
export const reached = 0;
export const isReached = (code: number) => ![40100, 40300, 40301, 40400].includes(code);

/** 200: allowed; else the code of the refusal (domain E.1). */
type Rule = (who: Who, relation: Relation) => number;
type Rules = Record<string, Rule>;
/** Of records in whatever state. */
const whatever = (rule: Rule): Rules => new Proxy({}, { get: () => rule });

/** Domain A.1: `self 仅本人`, `team 本团队及下级团队`, `all 全部`, `none 无`. */
const held: Record<DataScope, readonly Owner[]> = {
  none: [],
  self: ["own"],
  team: ["own", "colleague", "childTeam", "grandchildTeam"],
  all: owners,
};
const within = (who: Who, resource: string, owner: Owner) => {
  const scope = who.scope(resource);
  return held[scope === "team" && !who.hasTeam ? "self" : scope].includes(owner);
};

const allowed: Rule = () => 200;
/** The same answer as for a number that no record ever had. */
const gone: Rule = () => 40400;
const wrongState: Rule = () => 40902;
const wrongField: Rule = () => 42200;

const inScope =
  (resource: string): Rule =>
  (who, { owner }) =>
    within(who, resource, owner) ? 200 : 40301;
const holding =
  (code: string): Rule =>
  (who) =>
    who.codes.has(code) ? 200 : 40301;
/** The first refusal counts. */
const each =
  (...rules: Rule[]): Rule =>
  (who, relation) =>
    rules.map((rule) => rule(who, relation)).find((code) => code !== 200) ?? 200;
const either =
  (...rules: Rule[]): Rule =>
  (who, relation) =>
    rules.some((rule) => rule(who, relation) === 200) ? 200 : 40301;
/** Of the record that this one belongs to. */
const ofAbout =
  (rules: Record<string, Rule>): Rule =>
  (who, { about }) =>
    about ? (rules[about.state] ?? unknown(about.state))(who, about) : unknown("nothing");
const orWrongField =
  (rule: Rule): Rule =>
  (who, relation) =>
    rule(who, relation) === 200 ? 200 : 42200;
const own: Rule = (_, { owner }) => (owner === "own" ? 200 : 40301);
const unknown = (state: string): never => {
  throw new Error(`the table does not say what a record that is ${state} is for`);
};

/** Domain A.1: managers are those whose customer scope goes beyond their own (decision 1600). */
const managing: Rule = (who) => (["team", "all"].includes(who.scope("customer")) ? 200 : 40301);

/** Domain A.1: owned by owner_id, recycled by last_owner_id; the pool is for holders of customer:pool:view. Destroyed is irreversible (domain C.1.1): it does not exist. */
const recycled = each(
  holding("customer:recycle:view"),
  // Nobody's: decision 1600, managers.
  (who, relation) => (relation.owner === "nobody" ? managing(who, relation) : inScope("customer")(who, relation)),
);
const seesCustomer = {
  owned: each(holding("customer:info:view"), inScope("customer")),
  pool: holding("customer:pool:view"),
  recycled,
  // "merged rows are recycled and can't be restored" (domain B.2).
  merged: recycled,
  destroyed: gone,
  missing: gone,
};
/** Domain C.1.1: what is in the pool is claimed before it is worked on, but by managers (decision 1600). Nothing but restore and destroy leaves the recycle bin: 40902 (domain C). */
const worksOnCustomer = {
  owned: seesCustomer.owned,
  pool: each(seesCustomer.pool, managing),
  recycled: each(recycled, wrongState),
  merged: each(recycled, wrongState),
  destroyed: gone,
  missing: gone,
};
const seesOpen = either(holding("inquiry:inquiry:claim"), holding("inquiry:inquiry:assign"));
const andReached =
  (rule: Rule): Rule =>
  (who, relation) =>
    rule(who, relation) === 200 ? reached : rule(who, relation);
const ofAssignee: Rule = (_, { owner }) => (owner === "own" ? reached : 40300);
const ofAssigneeOr =
  (...codes: string[]): Rule =>
  (who, { owner }) =>
    owner === "own" || codes.every((code) => who.codes.has(code)) ? reached : 40300;
/** Assigned ones by scope, unassigned ones by the two codes; `act` adds the rule for their readers. */
const inquiries = (act: (sees: Rule) => Rule) => ({
  assigned: act(inScope("inquiry")),
  open: act(seesOpen),
  closed: act(seesOpen),
  deleted: gone,
  missing: gone,
});
/** Domain E.4: users who answer chats see unassigned ones (the first answer takes them, domain C.2), and assigned ones by scope. */
const chats = (assigned: Rule, waiting: Rule) => ({
  assigned: each(inScope("inquiry"), assigned),
  waiting,
  deleted: gone,
  missing: gone,
});
const clues = (rule: Rule) => ({ reported: rule, handled: rule, missing: gone });
const oneState = (rule: Rule) => ({ present: rule, missing: gone });

/** Follow-ups by author, or by the customer's owner: domain A.1 `tracking.user_id (or the customer's owner)`. */
const inFollowUpScope = either(inScope("customer"), (who, { about }) =>
  about?.state === "owned" && within(who, "customer", about.owner) ? 200 : 40301,
);
const notInBin: Rule = (_, { about }) => (about?.state === "recycled" ? 40902 : 200);

/**
 * Family → state of the record → who may. The owner is part of the relation; a state that a family does not name fails the proof.
 */
export const families = {
  "customer: read": seesCustomer,
  "customer: work": worksOnCustomer,
  // assigned → pool (domain C.1.1); locked is of the owner (domain C.1.5).
  "customer: owned": { ...worksOnCustomer, pool: each(worksOnCustomer.pool, wrongState) },
  // Domain C.2's counterpart for accounts: what is not linked cannot be unlinked.
  "customer: not linked": {
    ...worksOnCustomer,
    owned: each(worksOnCustomer.owned, wrongState),
    pool: each(worksOnCustomer.pool, wrongState),
  },
  // pool → assigned (domain C.1.1): 40903 for somebody's, whatever the scope, since a lost race says what happened (decision 1600).
  "customer: claim": {
    owned: (_, { owner }) => (owner === "own" ? 40902 : 40903),
    pool: allowed,
    recycled: wrongState,
    merged: wrongState,
    destroyed: gone,
    missing: gone,
  },
  // recycled → assigned/pool (domain C.1.1); merged ones cannot be restored (domain B.2).
  "customer: restore": {
    owned: each(seesCustomer.owned, wrongState),
    pool: each(seesCustomer.pool, wrongState),
    recycled,
    merged: each(recycled, wrongState),
    destroyed: gone,
    missing: gone,
  },
  // recycled → destroyed (domain C.1.1).
  "customer: destroy": {
    owned: each(seesCustomer.owned, wrongState),
    pool: each(seesCustomer.pool, wrongState),
    recycled,
    merged: recycled,
    destroyed: gone,
    missing: gone,
  },
  // A field of another record that names a customer: visible ones may be chosen; any other answers as one that does not exist.
  "customer: named": {
    owned: (who, relation) => (seesCustomer.owned(who, relation) === 200 ? 200 : 42200),
    pool: (who, relation) => (seesCustomer.pool(who, relation) === 200 ? 200 : 42200),
    recycled: wrongField,
    merged: wrongField,
    destroyed: wrongField,
    missing: wrongField,
  },

  // Domain B.2 tracking: its author edits it within 24 h, a deletion needs its code. Another's is 40300 (decision 1600).
  "follow-up: edit": {
    written: each(inFollowUpScope, notInBin, (_, { owner }) => (owner === "own" ? 200 : 40300)),
    deleted: gone,
    missing: gone,
  },
  "follow-up: delete": { written: each(inFollowUpScope, notInBin), deleted: gone, missing: gone },

  // Domain B.1 comment: a user who may read the record may comment on it; not in the recycle bin (domain C).
  "comment: write": {
    owned: seesCustomer.owned,
    pool: seesCustomer.pool,
    recycled: worksOnCustomer.recycled,
    merged: worksOnCustomer.merged,
    destroyed: gone,
    missing: gone,
  },
  // Domain E.3: PUT, DELETE: author. Another's is 40300, as of follow-ups.
  "comment: own": {
    written: each(ofAbout(seesCustomer), (_, { owner }) => (owner === "own" ? 200 : 40300), notInBin),
    deleted: gone,
    missing: gone,
  },

  // Domain A.1: requirement → customer.owner_id.
  "requirement: read": oneState(ofAbout(seesCustomer)),
  "requirement: work": oneState(ofAbout(worksOnCustomer)),
  "annex: work": oneState(ofAbout(worksOnCustomer)),
  // Its address is bound to a session and an annex: any other name opens nothing.
  "annex: address": whatever(() => 40400),

  // Domain B.2 transfer_request: "Inbox of holders of customer:info:assign whose scope holds the owner".
  "transfer: decide": { pending: inScope("customer"), closed: each(inScope("customer"), wrongState), missing: gone },
  // Domain E.3: applicant.
  "transfer: cancel": { pending: own, closed: each(own, wrongState), missing: gone },

  // Domain E.3: "any (own), team by scope".
  "schedule: work": { pending: either(own, inScope("schedule")), missing: gone },
  // Domain B.2: "user_id* (self; manager may set a team member)".
  "schedule: member": {
    present: (who, { owner }) => (owner === "own" || within(who, "schedule", owner) ? 200 : 42200),
    deleted: wrongField,
    disabled: wrongField,
    missing: wrongField,
  },
  // Domain C.1.1: the target is within my scope, enabled, a seller, accepts.
  "customer: new owner": {
    present: inScope("customer"),
    disabled: wrongField,
    deleted: wrongField,
    missing: wrongField,
  },

  // Domain E.3: own, 40301.
  "message: own": { present: own, missing: gone },
  // `all/{id}` is a limit, not a record.
  "message: up to": { present: allowed, missing: allowed },
  // Domain E.2: the user's own list; another's session does not exist for anybody else.
  "session: own": { present: (_, { owner }) => (owner === "own" ? 200 : 40400), missing: gone },
  // Others' imports are not shown (decision 1410); one of another kind or estate is no such import.
  "import: own": {
    present: (_, { owner }) => (owner === "own" ? 200 : 40400),
    "of another kind": gone,
    missing: gone,
  },
  // Domain E.5: a unit takes a room of its own estate.
  "room: of the estate": { present: allowed, "of another": wrongField, missing: wrongField },
  // Domain E.5: own bulk acts of the last 24 h (super_admin: all).
  "batch: own": { present: (who, { owner }) => (owner === "own" || who.isSuper ? 200 : 40301), missing: gone },
  // "the permission of the original act".
  "batch: undo": {
    present: each(
      (who, { owner }) => (owner === "own" || who.isSuper ? 200 : 40301),
      (who) => (who.codes.has("customer:info:edit") ? 200 : 40300),
    ),
    missing: gone,
  },

  // Domain E.3: the user's own exports (super_admin: all), with the export's own permission.
  "export: own": {
    present: each(
      (who, { owner }) => (owner === "own" || who.isSuper ? 200 : 40301),
      (who) => (who.codes.has("customer:info:export") ? 200 : 40300),
    ),
    missing: gone,
  },

  // Domain E.5 upload: private ones are their uploader's; sealed ones open through their record alone (domain F.2).
  "file: address": {
    private: own,
    public: allowed,
    sealed: () => 40301,
    uploading: gone,
    missing: gone,
  },
  "file: finish": {
    // Complete already.
    private: (_, { owner }) => (owner === "own" ? 40902 : 40400),
    missing: gone,
  },
  // A signed name is the key; without it nothing is there.
  "file: signed": whatever(() => 40400),
  // Pictures of a new record are the writer's own uploads; another's answers as one that does not exist.
  "file: attached": {
    private: (_, { owner }) => (owner === "own" ? 200 : 42200),
    uploading: wrongField,
    missing: wrongField,
  },

  // People who see the media library may take another's picture out of it.
  "file: pictured": {
    private: (who, { owner }) => (owner === "own" || who.codes.has("content:media:view") ? 200 : 42200),
    uploading: wrongField,
    missing: wrongField,
  },

  // What is for everybody to see (pictures, films) may be named by anybody; else, or not complete: as if it were not there.
  "file: shown": { public: allowed, private: wrongField, uploading: wrongField, missing: wrongField },

  // Domain C.4: held → available by the holder or his manager.
  "unit: release": {
    held: either(own, inScope("deal")),
    available: wrongState,
    missing: gone,
  },
  // Domain C.4: a unit that is not available → 40927.
  "unit: hold": { held: () => 40927, available: allowed, missing: gone },
  // Domain B.5 unit_queue: behind a unit that is held; only those in the queue can leave it.
  "unit: queue": { held: allowed, available: wrongState, missing: gone },
  "unit: leave": { held: wrongState, available: wrongState, missing: gone },
  // Domain B.5: for a customer that the caller may act on (domain C.1.1); a field that names another is wrong.
  "unit: customer": {
    owned: orWrongField(worksOnCustomer.owned),
    pool: orWrongField(worksOnCustomer.pool),
    recycled: wrongField,
    merged: wrongField,
    destroyed: wrongField,
    missing: wrongField,
  },
  "chat: read": chats(allowed, allowed),
  // As a claim: 40903 for somebody's, whatever the scope, since a lost race says what happened.
  "chat: answer": {
    assigned: (_, { owner }) => (owner === "own" ? 200 : 40903),
    waiting: allowed,
    deleted: gone,
    missing: gone,
  },
  "chat: place": chats(
    (who, { owner }) => (owner === "own" || who.codes.has("inquiry:inquiry:assign") ? 200 : 40300),
    (who) => (who.codes.has("inquiry:inquiry:assign") ? 200 : 40300),
  ),
  "chat: give": chats(ofAssigneeOr("inquiry:inquiry:assign"), ofAssigneeOr("inquiry:inquiry:assign")),
  "chat: own": chats(
    (_, { owner }) => (owner === "own" ? 200 : 40300),
    () => 40300,
  ),
  // Domain C.5: the reviewer is not the submitter (unless super_admin).
  "estate audit: decide": {
    pending: (who, { owner }) => (owner === "own" && !who.isSuper ? 40300 : 200),
    missing: gone,
  },

  // Domain A.1: inquiry.assignee_id; "Unassigned inquiries are visible to everyone holding claim or assign".
  "inquiry: read": inquiries((rule) => rule),
  // Domain C.2: pending → assigned, the second gets 40903, whatever the scope: a lost race says what happened. Nobody's that is closed is not pending.
  "inquiry: claim": {
    assigned: (_, { owner }) => (owner === "own" ? 40902 : 40903),
    open: allowed,
    closed: wrongState,
    deleted: gone,
    missing: gone,
  },
  // Domain C.2: SM, CS; the new assignee is another number.
  "inquiry: give": inquiries((rule) => andReached(rule)),
  // Domain C.2: the assignee.
  "inquiry: own": inquiries((rule) => each(rule, ofAssignee)),
  // Domain C.2: assignee, SM, CS.
  "inquiry: edit": inquiries((rule) => each(rule, ofAssigneeOr("inquiry:inquiry:assign"))),
  // Domain C.2: assignee, SM (who assigns inquiries and customers).
  "inquiry: close": inquiries((rule) => each(rule, ofAssigneeOr("inquiry:inquiry:assign", "customer:info:assign"))),
  // As of customers: within the scope, at work.
  "inquiry: assignee": {
    present: (who, relation) => (inScope("inquiry")(who, relation) === 200 ? reached : 40301),
    disabled: wrongField,
    deleted: wrongField,
    missing: wrongField,
  },

  // Domain A.1: agent.manager_id.
  "agent: read": { present: inScope("agent"), deleted: gone, missing: gone },
  "agent: work": { present: andReached(inScope("agent")), deleted: gone, missing: gone },

  // Domain A.1: deal.owner_id; that an agent's manager reads its deals says test/server/deal/deal.test.ts.
  "deal: read": { present: inScope("deal"), missing: gone },
  "deal: work": { present: andReached(inScope("deal")), missing: gone },

  // Domain A.1: clue → agent.manager_id or clue.handler_id.
  "clue: read": clues(inScope("clue")),
  "clue: work": clues(andReached(inScope("clue"))),
  // Domain A.1: statement → agent.manager_id.
  "statement: read": { present: inScope("statement"), missing: gone },
  "statement: work": { present: andReached(inScope("statement")), missing: gone },
  // Of the agent that is named in a new one.
  "statement: agent": { present: andReached(inScope("statement")), deleted: gone, missing: gone },
  // Domain C.6: the handler, or a reviewer.
  "clue: visit": {
    reported: each(inScope("clue"), (who) => (who.codes.has("clue:clue:audit") ? reached : 40300)),
    handled: each(inScope("clue"), (who, { owner }) =>
      owner === "own" || who.codes.has("clue:clue:audit") ? reached : 40300,
    ),
    missing: gone,
  },

  // Domain E.5 target: within the scope (decision 1500: 40301, also for a missing user).
  "target: set": {
    present: inScope("customer"),
    disabled: inScope("customer"),
    deleted: () => 40301,
    missing: () => 40301,
  },

  // Records without an owner (domain A.1 names none): a caller with the code gets as far as their rules.
  record: { present: () => reached, deleted: gone, "of another": gone, missing: gone },
  // A field that names such a record: any may be named, and none that is not there.
  "record: named": { present: () => reached, deleted: wrongField, missing: wrongField },
} satisfies Record<string, Rules>;
export type Family = keyof typeof families;

/** What the domain says a caller gets. */
export function expectedOf(family: Family, who: Who, relation: Relation): number {
  const rules: Rules = families[family];
  return (rules[relation.state] ?? unknown(relation.state))(who, relation);
}

const some = (state: string, ...of: Owner[]): Relation[] => of.map((owner) => ({ state, owner }));
const missing: Relation = { state: "missing", owner: "nobody" };

const customers: Relation[] = [
  ...some("owned", "own", "colleague", "childTeam", "grandchildTeam", "parentTeam", "otherTeam", "noTeam"),
  ...some("pool", "nobody", "own", "colleague", "otherTeam"),
  ...some("recycled", "own", "colleague", "childTeam", "otherTeam", "nobody"),
  ...some("merged", "own", "colleague", "otherTeam"),
  ...some("destroyed", "own", "otherTeam"),
  missing,
];
const belonging: Relation[] = [
  ...customers
    .filter(({ state }) => !["merged", "missing"].includes(state))
    .map((about) => ({ state: "present", owner: about.owner, about })),
  missing,
];
const writtenBy = (owner: Owner, state: string, of: Owner): Relation => ({
  state: "written",
  owner,
  about: { state, owner: of },
});
const people: Owner[] = ["own", "colleague", "childTeam", "grandchildTeam", "parentTeam", "otherTeam", "noTeam"];

const attachable: Relation[] = [...some("private", "own", "colleague"), ...some("uploading", "own"), missing];

const inquiryRelations = [
  ...some("assigned", ...people),
  ...some("open", "nobody"),
  ...some("closed", "nobody"),
  ...some("deleted", "own"),
  missing,
];

/** Every relation that a record of a kind can have to a caller. */
export const relations = {
  customer: customers,
  followUp: [
    writtenBy("own", "owned", "own"),
    writtenBy("own", "owned", "otherTeam"),
    writtenBy("own", "pool", "nobody"),
    writtenBy("own", "recycled", "own"),
    writtenBy("colleague", "owned", "colleague"),
    writtenBy("colleague", "owned", "own"),
    writtenBy("otherTeam", "owned", "own"),
    writtenBy("otherTeam", "owned", "childTeam"),
    writtenBy("childTeam", "owned", "otherTeam"),
    writtenBy("otherTeam", "owned", "otherTeam"),
    writtenBy("noTeam", "pool", "nobody"),
    { ...writtenBy("own", "owned", "own"), state: "deleted" },
    missing,
  ],
  requirement: belonging,
  closedRequirement: belonging,
  annex: belonging,
  /** Owned ones under a lock. */
  lockedCustomer: customers.filter(({ state }) => state === "owned" || state === "missing"),
  agent: [...some("present", ...people), ...some("deleted", "own"), missing],
  /** Of the agents of somebody; and handled by somebody, of agents that are a stranger's. */
  deal: [...some("present", ...people), missing],
  dealFile: [...some("present", ...people), missing],
  billing: [...some("present", ...people), missing],
  statement: [...some("present", ...people), missing],
  clue: [...some("reported", ...people), ...some("handled", ...people), missing],
  chat: [...some("assigned", ...people), ...some("waiting", "nobody"), ...some("deleted", "own"), missing],
  inquiry: inquiryRelations,
  /** The same of a visa. */
  visaCase: inquiryRelations,
  transferOfOwner: [...some("pending", ...people), ...some("closed", "own", "otherTeam"), missing],
  transferOfApplicant: [...some("pending", "own", "colleague", "otherTeam"), ...some("closed", "own"), missing],
  doneSchedule: [...some("pending", ...people), missing],
  schedule: [...some("pending", ...people), missing],
  person: [...some("present", ...people), ...some("disabled", "colleague"), ...some("deleted", "colleague"), missing],
  message: [...some("present", "own", "colleague", "otherTeam"), missing],
  session: [...some("present", "own", "colleague"), missing],
  importTask: [...some("present", "own", "colleague"), ...some("of another kind", "own"), missing],
  comment: [
    writtenBy("own", "owned", "own"),
    writtenBy("own", "owned", "otherTeam"),
    writtenBy("own", "pool", "nobody"),
    writtenBy("own", "recycled", "own"),
    writtenBy("colleague", "owned", "own"),
    writtenBy("colleague", "owned", "childTeam"),
    writtenBy("otherTeam", "pool", "nobody"),
    { ...writtenBy("own", "owned", "own"), state: "deleted" },
    missing,
  ],
  exportTask: [...some("present", "own", "colleague", "otherTeam"), missing],
  batch: [...some("present", "own", "colleague", "otherTeam"), missing],
  file: [
    ...some("private", "own", "colleague"),
    ...some("public", "own", "otherTeam"),
    ...some("sealed", "own", "colleague"),
    ...some("uploading", "own"),
    missing,
  ],
  finishedFile: [...some("private", "own", "colleague"), missing],
  attachedFile: attachable,
  evidenceFile: attachable,
  albumFile: attachable,
  annexFile: attachable,
  shownFile: [...some("public", "own", "colleague"), ...some("private", "own"), ...some("uploading", "own"), missing],
  unit: [...some("held", ...people), ...some("available", "nobody"), missing],
  estateAudit: [...some("pending", "own", "colleague", "otherTeam"), missing],
  record: [...some("present", "nobody"), missing],
  softRecord: [...some("present", "nobody"), ...some("deleted", "nobody"), missing],
  /** Below another record than the address names. */
  partRecord: [...some("present", "nobody"), ...some("of another", "nobody"), missing],
} satisfies Record<string, Relation[]>;
export type Kind = keyof typeof relations;

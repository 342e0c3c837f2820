import type { Database } from "~/server/database/database";
import type { Job } from "~/server/jobs/scheduler";
import { makeAccount, makeAgent } from "./agent";
import { makeAccount as makeAccountOf, makeAgentRequest, makeAgentWith, makeLead, makeLogin } from "./agent-rows";
import { testApi } from "./api";
import { makeClue } from "./clue";
import { testDatabase } from "./database";
import { makeAttachment, makeBilling, makeDeal } from "./deal";
import { makeOwnDeal } from "./deal-rows";
import { makeEstate, makeRoom, makeUnit } from "./estate";
import * as one from "./factories";
import { putMansion } from "./mansion-application";
import { rowsOf } from "./rows";
import { makeFile, makeSale } from "./statement";
import { makeTracker } from "./tracker";

const factories = {
  ...{ team: one.makeTeam, user: one.makeUser, webhook: one.makeWebhook, customer: one.makeCustomer },
  ...{ tracking: one.makeTracking, schedule: one.makeSchedule, media: one.makeMedia, requirement: one.makeRequirement },
  ...{ annex: one.makeAnnex, customerUser: one.makeCustomerUser, behavior: one.makeBehavior },
  ...{ blacklist: one.makeBlacklist, unregister: one.makeUnregister, inquiry: one.makeInquiry, tracker: makeTracker },
  ...{ estate: makeEstate, room: makeRoom, unit: makeUnit, mansion: putMansion, clue: makeClue, deal: makeDeal },
  ...{ billing: makeBilling, attachment: makeAttachment, ownDeal: makeOwnDeal, sale: makeSale, file: makeFile },
  ...{ agent: makeAgent, account: makeAccount, agentWith: makeAgentWith, accountOf: makeAccountOf },
  ...{ login: makeLogin, agentRequest: makeAgentRequest, lead: makeLead },
};
type Factories = typeof factories;
type Bound<F> = F extends (db: Database, ...given: infer Given) => infer Made ? (...given: Given) => Made : never;

/**
 * What a test file of the server begins with: its database, the API with its clock at `testNow` (on more connections of its own
 * where acts must meet), and what makes, reads and changes rows.
 */
export function setUp({ connections = 0, shared }: { connections?: number; shared?: Database } = {}) {
  const { db } = testDatabase();
  const api = testApi(shared ?? (connections ? testDatabase(connections).db : db), { now: one.testNow });
  const bound = Object.entries<(db: Database, ...given: never[]) => unknown>(factories).map(([name, make]) => [
    ...[name, make.bind(null, db)],
  ]);
  return {
    db,
    api,
    // Each takes what its factory takes after the database.
    make: Object.fromEntries(bound) as { [Name in keyof Factories]: Bound<Factories[Name]> },
    /** Signs in somebody new. */
    asNew: async (given: Parameters<typeof one.makeUser>[1]) => api.as((await one.makeUser(db, given)).id),
    runJob: (job: Job, at = api.services.now()) =>
      job.run({ services: api.services, at, signal: new AbortController().signal }),
    setSetting: (key: string, value: unknown) => one.setSetting(db, key, value),
    ...rowsOf(db),
  };
}

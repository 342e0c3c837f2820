import { asc } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { blacklist, customerUser, unregisterRequest, userBehavior } from "~/server/database/tables/customer/audience";
import {
  customer,
  customerOwnerLog,
  requirement,
  tracking,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { batchRow, media } from "~/server/database/tables/system/system";
import { writeDemo } from "~/server/demo/demo";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";

const { db } = testDatabase();
const now = new Date("2026-11-20T15:30:00+08:00");
const { services } = testApi(db, { now });
const write = (size: "small" | "full" = "small", at = now) =>
  writeDemo(db, { password: "Demo-pass-1", size, now: at, services });

beforeEach(() => resetDatabase(db));

/** What a demo is made of, in an order of its own. */
const shape = async () => ({
  customers: await db
    .select({ no: customer.customer_no, name: customer.name, owner: customer.owner_id, at: customer.pool_at })
    .from(customer)
    .orderBy(asc(customer.id)),
  owners: await db
    .select({ id: customerOwnerLog.customer_id, action: customerOwnerLog.action, at: customerOwnerLog.at })
    .from(customerOwnerLog)
    .orderBy(asc(customerOwnerLog.at), asc(customerOwnerLog.customer_id), asc(customerOwnerLog.action)),
  trackings: await db.select({ content: tracking.content }).from(tracking).orderBy(asc(tracking.id)),
  users: await db.select().from(customerUser).orderBy(asc(customerUser.id)),
  behaviors: await db
    .select({ user: userBehavior.customer_user_id, type: userBehavior.type, at: userBehavior.at })
    .from(userBehavior)
    .orderBy(asc(userBehavior.at), asc(userBehavior.customer_user_id), asc(userBehavior.type)),
  requirements: await db.select().from(requirement).orderBy(asc(requirement.id)),
  files: await db.select().from(media).orderBy(asc(media.id)),
  transfers: await db.select().from(transferRequest).orderBy(asc(transferRequest.id)),
  batches: await db.select().from(batchRow).orderBy(asc(batchRow.batch_id), asc(batchRow.row_id)),
  blacklist: await db.select().from(blacklist).orderBy(asc(blacklist.id)),
  unregisters: await db.select().from(unregisterRequest).orderBy(asc(unregisterRequest.id)),
});

it("is the same every time for the same moment", async () => {
  await write();
  const first = await shape();
  await resetDatabase(db);
  await write();
  expect(await shape()).toEqual(first);
});

it("is made shortly after midnight as well, and keeps its own rules", async () => {
  await write("full", new Date("2026-11-24T00:48:10+08:00"));
});

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { visaMet } from "~/contract/inquiry/visa-check";
import type { DataScope, Permission } from "~/contract/permissions";
import type { WebhookEvent } from "~/contract/system/webhook";
import type { Database, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist, customerUser, unregisterRequest, userBehavior } from "~/server/database/tables/customer/audience";
import { customer, requirement, requirementAnnex, tracking } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { webhook } from "~/server/database/tables/system/admin";
import { media, role, schedule, setting, team, user, userRole } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { keepContacts, normalContacts, phoneColumns } from "~/server/resources/customer/customer/contact/contacts";
import { chance } from "./seed";

const { digits } = chance();

/** The clock of a test that sets one, and what the factories' own moments are counted from. */
export const testNow = new Date("2026-11-20T12:00:00+08:00");

/** A moment so many days after (before: negative) `testNow`, as a column takes it. */
export const days = (count: number) => isoInstant(testNow.getTime() + count * 86_400_000);

// Rows are inserted directly; what a test does not name gets a plausible value of its own.
let made = 0;
const next = () => ++made;

/** Inserts a row, and gives it as it is then. */
export async function put<T extends PgTable>(
  db: Database | Transaction,
  table: T,
  values: T["$inferInsert"],
): Promise<T["$inferSelect"]> {
  // The table's own columns, by the parameter's type.
  const [row] = await db
    .insert(table)
    .values(values as never)
    .returning();
  return found(row);
}

type Given<T extends { $inferInsert: object }> = Partial<T["$inferInsert"]>;

export async function makeTeam(db: Database, given: Given<typeof team> = {}) {
  return put(db, team, { name: `团队${next()}-${randomUUID().slice(0, 6)}`, ...given });
}

interface RoleChoice {
  /** Code of a built-in role. */
  role?: string;
  /** Or a role of its own with just these permissions. */
  permissions?: readonly Permission[];
  scope?: DataScope;
}

export async function makeUser(
  db: Database,
  { role: code, permissions, scope, ...given }: RoleChoice & Given<typeof user> = {},
) {
  const number = next();
  const email = `user${number}-${randomUUID().slice(0, 8)}@demo.test`;
  const row = await put(db, user, { name: `员工${number}`, email, password_hash: "no password", ...given });
  const role_id = permissions ? await makeRole(db, permissions, scope) : await roleOf(db, code ?? "sales");
  await db.insert(userRole).values({ user_id: row.id, role_id });
  // Those that have none are asked for by their rows.
  return { ...row, email: row.email ?? "" };
}

async function roleOf(db: Database, code: string): Promise<number> {
  return found((await db.select({ id: role.id }).from(role).where(eq(role.code, code)))[0]).id;
}

async function makeRole(db: Database, permissions: readonly Permission[], data_scope: DataScope = "self") {
  const code = `test_${randomUUID()}`;
  const values = { code, name: code, data_scope, permissions: [...permissions] };
  return (await put(db, role, values)).id;
}

/** A webhook for these events; nothing can be sent to it. */
export async function makeWebhook(db: Database, events: readonly WebhookEvent[]) {
  const values = { name: `群${next()}`, provider: "custom", url: "", events: [...events] };
  return put(db, webhook, values);
}

/** Without an owner they are in the pool, since an hour ago. */
export async function makeCustomer(db: Database, given: Given<typeof customer> = {}) {
  const number = next();
  const created_at = given.created_at ?? isoInstant(testNow.getTime() - 3_600_000);
  const owned = given.owner_id ? { assigned_at: created_at } : { pool_at: created_at, pool_reason: "new_unassigned" };
  const contacts = { phone_cc: "86", phone: `138${digits(8)}`, ...given };
  const row = await put(db, customer, {
    customer_no: `KH00${digits(10)}`,
    name: `客户${number}`,
    source: "phone",
    created_at,
    first_owner_id: given.owner_id ?? given.last_owner_id ?? null,
    ...owned,
    ...given,
    ...phoneColumns({ phone_cc: contacts.phone_cc, phone: contacts.phone }),
  });
  await keepContacts(db, row.id, normalContacts(row));
  return row;
}

export async function makeTracking(
  db: Database,
  given: Given<typeof tracking> & Pick<typeof tracking.$inferInsert, "customer_id" | "user_id">,
) {
  return put(db, tracking, {
    type: "call",
    content: "电话沟通购房预算与区域",
    tracked_at: isoInstant(testNow),
    is_valid: true,
    ...given,
  });
}

export async function makeSchedule(
  db: Database,
  given: Given<typeof schedule> & Pick<typeof schedule.$inferInsert, "user_id">,
) {
  const values = { title: "回访", type: "call" as const, start_at: days(1), ...given };
  return put(db, schedule, values);
}

export async function makeMedia(db: Database, given: Given<typeof media> & { uploader: number }) {
  const values = {
    key: `tracking/${randomUUID()}`,
    kind: "image",
    mime: "image/png",
    size: 68,
    name: "现场.png",
    scene: "tracking",
    status: "ready",
    ...given,
  };
  return put(db, media, values);
}

/** Sets what differs from a setting's default. */
export async function setSetting(db: Database, key: string, value: unknown): Promise<void> {
  await db.insert(setting).values({ key, value }).onConflictDoUpdate({ target: setting.key, set: { value } });
}

export async function makeRequirement(
  db: Database,
  given: Given<typeof requirement> & Pick<typeof requirement.$inferInsert, "customer_id">,
) {
  const values = { requirement_no: `XQ00${digits(10)}`, country_code: "JP", ...given };
  return put(db, requirement, values);
}

export async function makeAnnex(
  db: Database,
  given: Given<typeof requirementAnnex> & Pick<typeof requirementAnnex.$inferInsert, "media_id">,
) {
  const values = { category: "passport", name: "护照首页", ...given };
  return put(db, requirementAnnex, values);
}

/** A registered user of the site, who came two days ago and is nobody's customer yet. */
export async function makeCustomerUser(db: Database, given: Given<typeof customerUser> = {}) {
  const contacts = { phone_cc: "86", phone: `139${digits(8)}`, ...given };
  return put(db, customerUser, {
    user_no: `U00${digits(10)}`,
    nickname: `用户${next()}`,
    register_platform: "web",
    registered_at: days(-2),
    ...given,
    ...phoneColumns({ phone_cc: contacts.phone_cc, phone: contacts.phone }),
  });
}

export async function makeBehavior(
  db: Database,
  given: Given<typeof userBehavior> & Pick<typeof userBehavior.$inferInsert, "customer_user_id" | "type">,
) {
  return put(db, userBehavior, { at: days(-1), platform: "web", ...given });
}

/** An entry in force; the value as the server writes it. */
export async function makeBlacklist(
  db: Database,
  given: Given<typeof blacklist> & Pick<typeof blacklist.$inferInsert, "type" | "value">,
) {
  const values = { reason: "harassment", created_at: days(-1), ...given };
  return put(db, blacklist, values);
}

/** A wish to leave that waits for its review, of an account that is leaving. */
export async function makeUnregister(db: Database, given: Given<typeof unregisterRequest> = {}) {
  const account = given.customer_user_id ?? (await makeCustomerUser(db, { status: "unregistering" })).id;
  return put(db, unregisterRequest, {
    request_no: `ZX00${digits(10)}`,
    phone: "+8613912345678",
    email: "leaving@demo.test",
    reason: "privacy",
    platform: "h5",
    created_at: days(-1),
    due_at: days(10),
    ...given,
    customer_user_id: account,
  });
}

/** An inquiry of somebody with a phone, waiting for an assignment unless somebody has it. */
export async function makeInquiry(db: Database, given: Given<typeof inquiry> = {}) {
  const number = next();
  const contacts = { phone_cc: "86", phone: `1990000${String(number).padStart(4, "0")}`, ...given };
  return put(db, inquiry, {
    inquiry_no: `XJ${randomUUID().slice(0, 8).toUpperCase()}`,
    kind: "estate",
    status: given.assignee_id ? "assigned" : "pending",
    name: `访客${number}`,
    platform: "web",
    due_at: days(1),
    waiting_since: days(0),
    created_at: days(0),
    visa_met: given.kind === "visa" ? visaMet(given.ext ?? {}, { capital_min: 30_000_000 }) : null,
    ...given,
    ...phoneColumns({ phone: contacts.phone ?? null, phone_cc: contacts.phone_cc ?? null }),
  });
}

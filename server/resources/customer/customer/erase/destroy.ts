import { and, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { auditAll, byOf } from "~/server/lib/audit";
import { eachRow, replyOf } from "~/server/lib/batch";
import { type OwnTransactionCall, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { sweepMedia } from "~/server/lib/media";
import type { Services } from "~/server/lib/services";
import { removeExpired } from "~/server/resources/shared/export/keep";
import { lockContactsOf } from "../contact/collision";
import { lockTrashed } from "../list/trash";
import { openBusiness } from "../open-business";
import { type CustomerRecord, nextVersion } from "../row";
import { forgetPeople } from "./forget";
import { anonymousName } from "./forget-log";

type Destroyer = Omit<Parameters<typeof auditAll>[0], "db"> & { db: Transaction; services: Services };

/** Permanently destroys recycled customers, each with those merged into them; a refused row does not stop the others. */
export async function destroyBatch(call: OwnTransactionCall, ids: number[]) {
  const reply = await call.transaction(async (db) => {
    await lockContactsOf(db, ids);
    const locked = await eachRow({ ...call, db }, ids, lockDoomed);
    const results = locked.done.map(({ result }) => result);
    await destroyAll({ ...call, db }, results);
    return replyOf(locked, null);
  });
  await deleteFiles(call.services);
  return reply;
}

export async function destroyOne(call: SignedCall, id: number): Promise<void> {
  const { services } = call;
  await services.db.transaction(async (db) => {
    const act = { ...call, db };
    await lockContactsOf(db, [id]);
    await destroyAll(act, [await lockDoomed(act, id)]);
  });
  await deleteFiles(services);
}

/** A customer who has ever had a deal is kept, even if the deal was cancelled. */
async function lockDoomed(call: SignedCall, id: number): Promise<CustomerRecord> {
  const row = await lockTrashed(call, id);
  return (await openBusiness(call.db, id)).deals > 0 ? refuse(40917) : row;
}

/** Overwrites the locked rows, and removes all other data about these people. `sweepMedia` deletes their files after the commit. */
export async function destroyAll(act: Destroyer, locked: CustomerRecord[]): Promise<void> {
  if (locked.length === 0) return;
  const { db, services } = act;
  const doomed = [...locked, ...(await mergedInto(db, locked))];
  const now = services.now();
  await forgetPeople(db, services, doomed);
  const at = isoInstant(now);
  for (const { id } of doomed) {
    await setRow(db, customer, id, {
      ...nobody,
      name: anonymousName(id),
      destroyed_at: at,
      version: nextVersion,
      updated_at: at,
      updated_by: byOf(act),
    });
  }
  await auditAll(
    act,
    doomed.map(({ id, customer_no }) => ({
      module: "customer",
      action: "destroy",
      summary: `彻底删除客户${customer_no}`,
      target: { type: "customer", id, name: anonymousName(id) },
    })),
  );
}

/** The columns with personal data. Numbers, states, dates and wishes stay, for figures. */
const nobody = {
  gender: "unknown",
  phone_cc: null,
  phone: null,
  phone_e164: null,
  phone_last4: null,
  phone2: null,
  wechat: null,
  email: null,
  line_id: null,
  whatsapp: null,
  country_code: null,
  district_id: null,
  birth_year: null,
  industry: null,
  language: null,
  source_detail: null,
  referrer_customer_id: null,
  tags: [],
  remark: null,
  is_blacklisted: false,
  delete_reason: null,
};

/** The same people's other records: those merged into theirs, at any depth. */
async function mergedInto(db: Transaction, rows: CustomerRecord[]): Promise<CustomerRecord[]> {
  const known = new Set(rows.map(({ id }) => id));
  const found: CustomerRecord[] = [];
  for (let last = [...known]; last.length > 0; ) {
    const merged = await db
      .select()
      .from(customer)
      .where(and(inArray(customer.merged_to_id, last), isNull(customer.destroyed_at)))
      .orderBy(customer.id)
      .for("update");
    const fresh = merged.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    found.push(...fresh);
    last = fresh.map(({ id }) => id);
  }
  return found;
}

/** The data is gone by now: a file that cannot be deleted waits for the next sweep. */
async function deleteFiles(services: Services): Promise<void> {
  const failed = (error: unknown) => services.log.error({ err: error }, "files could not be swept");
  await sweepMedia(services).catch(failed);
  await removeExpired(services).catch(failed);
}

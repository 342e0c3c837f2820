import { and, eq, inArray, lte } from "drizzle-orm";
import type { z } from "zod";
import { BlacklistCreate, BlacklistUpdate, blacklistTypes } from "~/contract/customer/blacklist";
import type { FieldError } from "~/contract/errors";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import { media } from "~/server/database/tables/system/system";
import type { BlacklistKey } from "~/server/identity/blacklist";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import { found, pick, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { choiceLabel, lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { changedBy, createdBy } from "~/server/lib/entity";
import { leaveAlone } from "~/server/lib/texts-in";
import { lockContacts } from "../customer/contact/collision";
import { flagCustomers } from "./flags";
import { keysOf, type Listed, shownValue } from "./keys";

type Entry = typeof blacklist.$inferSelect;
type Update = z.output<typeof BlacklistUpdate>;

export async function listValue(call: SignedCall, body: z.output<typeof BlacklistCreate>): Promise<Entry> {
  const { db, services } = call;
  const dictionary = await lookUp(call, BlacklistCreate, body);
  const wrong = [...unknownChoices(dictionary, BlacklistCreate, body), ...(await updateErrors(call, body))];
  if (wrong.length) return refuseFields(wrong);
  const keys = await keysOf(call, body);
  const at = isoInstant(services.now());
  await lockKeys(db, keys);
  await lapse(db, keys, at);
  const { effect, ...facts } = factsOf(body);
  const entries = await db
    .insert(blacklist)
    .values(
      keys.map((key) => ({
        ...key,
        ...facts,
        effects: effect,
        customer_id: body.customer_id,
        ...createdBy(call),
      })),
    )
    .onConflictDoNothing()
    .returning();
  const [first] = entries;
  if (!first) return refuse(40900, { label: await nameOf(db, keys[0]) });
  await flagCustomers(db, services.now(), entries);
  for (const entry of entries) await auditEntry(call, entry, "create", { summary: "加入黑名单" });
  return first;
}

export async function changeEntry(call: SignedCall, id: number, body: Update): Promise<void> {
  const { db } = call;
  const entry = await lockEntry(call, id);
  const before = { ...entry, effect: entry.effects };
  const after = factsOf(body);
  const dictionary = await lookUp(call, BlacklistUpdate, before, after);
  const wrong = [
    ...unknownChoices(dictionary, BlacklistUpdate, after, before),
    ...(await updateErrors(call, body, entry)),
  ];
  if (wrong.length) return refuseFields(wrong);
  const words = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, BlacklistUpdate, record);
  const changes = changesOf(BlacklistUpdate, words(before), words(after));
  if (changes.length === 0) return;
  const { effect, ...facts } = after;
  await setRow(db, blacklist, id, { ...facts, effects: effect, ...changedBy(call) });
  await auditEntry(call, entry, "update", { summary: "编辑黑名单", changes });
}

export async function removeEntry(call: SignedCall, id: number, reason: string): Promise<void> {
  const { db, user, services } = call;
  const entry = await lockEntry(call, id);
  await setRow(db, blacklist, id, {
    status: "removed",
    removed_by: user.id,
    removed_at: isoInstant(services.now()),
    removed_reason: reason,
    ...changedBy(call),
  });
  await flagCustomers(db, services.now(), [entry]);
  await auditEntry(call, entry, "delete", { summary: "移出黑名单", reason });
}

function factsOf({ reason, detail, effect, expire_at, evidence_ids }: Update) {
  return { reason, detail, effect, expire_at: expire_at && isoInstant(expire_at), evidence_ids };
}

/** The same lock as the writers of customers use: nobody gets such a contact between the check and the commit. */
const lockKeys = (db: Db, keys: readonly BlacklistKey[]) =>
  lockContacts(
    db,
    keys.flatMap(({ type, value }) => (type === "ip" || type === "user" ? [] : [{ field: type, type, value }])),
  );

/** Entries that have run out make room for new ones also before the nightly job. */
async function lapse(db: Db, keys: readonly BlacklistKey[], at: string): Promise<void> {
  for (const { type, value } of keys)
    await db
      .update(blacklist)
      .set({ status: "expired" })
      .where(
        and(
          eq(blacklist.type, type),
          eq(blacklist.value, value),
          eq(blacklist.status, "active"),
          lte(blacklist.expire_at, at),
        ),
      );
}

async function lockEntry(call: SignedCall, id: number): Promise<Entry> {
  const { db, services } = call;
  const [named] = await db.select().from(blacklist).where(eq(blacklist.id, id));
  await lockKeys(db, [found(named)]);
  const [row] = await db.select().from(blacklist).where(eq(blacklist.id, id)).for("update");
  const entry = found(row);
  leaveAlone(call, entry);
  const hasEnded = entry.expire_at !== null && Date.parse(entry.expire_at) <= services.now().getTime();
  if (entry.status !== "active" || hasEnded) return refuse(40902);
  return entry;
}

/** Complaints that only the server can make: the clock's, and about pictures that are not the caller's own. */
async function updateErrors(call: SignedCall, body: Update, before?: Entry): Promise<FieldError[]> {
  const { expire_at, evidence_ids } = body;
  const isKept = before?.expire_at && expire_at && Date.parse(before.expire_at) === Date.parse(expire_at);
  const isPast = expire_at !== null && !isKept && Date.parse(expire_at) <= call.services.now().getTime();
  const added = [...new Set(evidence_ids)].filter((id) => !before?.evidence_ids.includes(id));
  return [
    ...(isPast ? [{ field: "expire_at", label: "到期时间", message: "到期时间应晚于现在" }] : []),
    ...((await areOwn(call, added))
      ? []
      : [{ field: "evidence_ids", label: "证据", message: "图片不存在或未上传完成，请重新上传" }]),
  ];
}

async function areOwn({ db, user }: SignedCall, ids: number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await pick(
    db,
    media,
    ["id"],
    and(inArray(media.id, ids), eq(media.uploader, user.id), eq(media.status, "ready"), eq(media.scene, "evidence")),
  );
  return rows.length === ids.length;
}

async function nameOf(db: Db, key: Pick<Listed | Entry, "type" | "value"> | undefined) {
  const { type, value } = found(key);
  const [account] =
    type === "user"
      ? await pick(db, customerUser, { no: customerUser.user_no }, eq(customerUser.id, Number(value)))
      : [];
  return `${blacklistTypes[type]} ${shownValue(type, value, account?.no ?? null)}`;
}

async function auditEntry(
  call: SignedCall,
  entry: Entry,
  action: AuditAction,
  { summary, ...line }: Pick<Parameters<typeof audit>[1], "summary" | "changes" | "reason">,
): Promise<void> {
  const name = await nameOf(call.db, entry);
  const reason =
    line.reason ?? (action === "create" ? await choiceLabel(call, BlacklistUpdate, "reason", entry.reason) : null);
  await audit(call, {
    module: "customer",
    action,
    target: { type: "blacklist", id: entry.id, name },
    summary: `${summary}：${name}`,
    ...line,
    reason,
  });
}

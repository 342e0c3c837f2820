import { and, eq, isNull, ne } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { BrokerFields } from "~/contract/system/broker";
import { isoInstant } from "~/server/database/tables/columns";
import { broker } from "~/server/database/tables/system/admin";
import { media, user } from "~/server/database/tables/system/system";
import { audit, changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { dropMedia } from "~/server/lib/media";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { parsePhone } from "~/server/resources/customer/customer/contacts";
import { nextNumber } from "~/server/resources/shared/numbers";
import { brokerOf } from "./broker-list";

type Broker = typeof broker.$inferSelect;

/** A broker, taken for a change until the commit. */
export async function holdBroker({ db }: SignedCall, id: number): Promise<Broker> {
  const where = and(eq(broker.id, id), isNull(broker.deleted_at));
  const [row] = await db.select().from(broker).where(where).for("update");
  return found(row);
}

export async function addBroker(call: SignedCall, body: BrokerFields): Promise<Broker> {
  const { db, user: caller, services } = call;
  const { facts } = await checked(call, body);
  const at = isoInstant(services.now());
  const stamp = { created_at: at, updated_at: at, created_by: caller.id, updated_by: caller.id };
  const broker_no = await nextNumber(db, "BK", services.now());
  const [created] = await db
    .insert(broker)
    .values({ ...facts, ...stamp, broker_no })
    .onConflictDoNothing()
    .returning();
  // Somebody else's was quicker by a moment.
  const row = created ?? refuse(40900, { label: "牌照号" });
  const target = { type: "broker", id: row.id, name: row.name };
  await audit(call, { module: "system", action: "create", target, summary: `新增房产经纪 ${broker_no} ${row.name}` });
  return row;
}

/** Changes a broker that was read at that version. */
export async function changeBroker(
  call: SignedCall,
  id: number,
  { version, ...body }: BrokerFields & { version: number },
): Promise<void> {
  const { db, user: caller, services } = call;
  const row = await holdBroker(call, id);
  if (row.version !== version) return refuse(40901, {}, await brokerOf(call, id));
  const { facts, words } = await checked(call, body, row);
  const changes = changesOf(BrokerFields, words(row), words(facts), new Set(["avatar_id"]));
  if (changes.length === 0) return;
  await db
    .update(broker)
    .set({ ...facts, version: version + 1, updated_at: isoInstant(services.now()), updated_by: caller.id })
    .where(eq(broker.id, id));
  if (row.avatar_id && row.avatar_id !== facts.avatar_id) await dropAvatar(call, row.avatar_id);
  const target = { type: "broker", id, name: facts.name };
  const summary = `编辑房产经纪 ${row.broker_no} ${facts.name}`;
  await audit(call, { module: "system", action: "update", target, summary, changes });
}

/** The columns that a body means, once nothing speaks against it; and the record in words for the log. */
async function checked(call: SignedCall, body: BrokerFields, before?: Broker) {
  const facts = { ...body, ...phoneOf(body, before) };
  const dictionary = await lookUp(call, BrokerFields, body, before ?? {});
  const wrong: FieldError[] = unknownChoices(dictionary, BrokerFields, body, before);
  const isCodeWrong = wrong.some(({ field }) => field === "phone_cc");
  if (!facts.phone_e164 && !isCodeWrong)
    wrong.push({ field: "phone", label: "联系电话", message: "联系电话格式不正确" });
  if (body.avatar_id && body.avatar_id !== before?.avatar_id && !(await isAvatar(call, body.avatar_id)))
    wrong.push({ field: "avatar_id", label: "头像", message: "图片不存在或未上传完成，请重新上传" });
  if (wrong.length) return refuseFields(wrong);
  if (await isLicenseTaken(call, body, before?.id ?? 0)) return refuse(40900, { label: "牌照号" });
  const words = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, BrokerFields, record);
  return { facts, words };
}

/** A number that was kept as it was stays as it is. */
function phoneOf({ phone, phone_cc }: BrokerFields, before?: Broker) {
  if (before && before.phone === phone && before.phone_cc === phone_cc)
    return { phone, phone_cc, phone_e164: before.phone_e164 };
  const number = parsePhone(phone, phone_cc);
  if (!number) return { phone, phone_cc, phone_e164: null };
  return {
    phone: String(number.nationalNumber),
    phone_cc: String(number.countryCallingCode),
    phone_e164: String(number.number),
  };
}

async function isLicenseTaken(
  { db }: SignedCall,
  { license_country, license_no }: BrokerFields,
  id: number,
): Promise<boolean> {
  if (!license_country || !license_no) return false;
  const same = and(eq(broker.license_country, license_country), eq(broker.license_no, license_no));
  return (await db.$count(broker, and(same, isNull(broker.deleted_at), ne(broker.id, id)))) > 0;
}

async function isAvatar({ db }: SignedCall, id: number): Promise<boolean> {
  return (await db.$count(media, and(eq(media.id, id), eq(media.scene, "avatar"), eq(media.status, "ready")))) > 0;
}

/** The same picture may be somebody else's already: an upload of known bytes answers with the first. */
async function dropAvatar({ db }: SignedCall, id: number): Promise<void> {
  const holders = (await db.$count(user, eq(user.avatar_id, id))) + (await db.$count(broker, eq(broker.avatar_id, id)));
  if (holders === 0) await dropMedia(db, [id]);
}

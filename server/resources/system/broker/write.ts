import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { BrokerFields } from "~/contract/system/broker";
import { broker } from "~/server/database/tables/system/admin";
import { media, user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { dropMedia } from "~/server/lib/media";
import { isNameTaken } from "~/server/lib/names";
import { readPhone } from "~/server/lib/phone";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { brokerOf } from "./broker-list";

type Broker = typeof broker.$inferSelect;

export const brokers = entity({
  table: broker,
  module: "system",
  type: "broker",
  title: "房产经纪",
  nameOf: ({ name }) => name,
  describe: ({ broker_no, name }) => `${broker_no} ${name}`,
  fields: BrokerFields,
  hidden: ["avatar_id"],
  unique: "牌照号",
  present: brokerOf,
});

export async function changeBroker(
  call: SignedCall,
  id: number,
  { version, ...body }: BrokerFields & { version: number },
): Promise<void> {
  const row = await brokers.lock(call, id, version);
  const changed = await brokers.edit(call, row, await checked(call, body, row));
  if (row.avatar_id && row.avatar_id !== changed.avatar_id) await dropAvatar(call, row.avatar_id);
}

export async function checked(call: SignedCall, body: BrokerFields, before?: Broker) {
  const values = { ...body, ...phoneOf(body, before) };
  const wrong = await brokers.unknownChoices(call, body, before);
  const isCodeWrong = wrong.some(({ field }) => field === "phone_cc");
  if (!values.phone_e164 && !isCodeWrong)
    wrong.push({ field: "phone", label: "联系电话", message: "联系电话格式不正确" });
  if (body.avatar_id && body.avatar_id !== before?.avatar_id && !(await isAvatar(call, body.avatar_id)))
    wrong.push({ field: "avatar_id", label: "头像", message: "图片不存在或未上传完成，请重新上传" });
  if (wrong.length) return refuseFields(wrong);
  if (await isLicenseTaken(call, body, before)) return refuse(40900, { label: "牌照号" });
  return values;
}

/** A number that was kept as it was stays as it is. */
function phoneOf({ phone, phone_cc }: BrokerFields, before?: Broker) {
  if (before && before.phone === phone && before.phone_cc === phone_cc)
    return { phone, phone_cc, phone_e164: before.phone_e164 };
  return readPhone(phone, phone_cc) ?? { phone, phone_cc, phone_e164: null };
}

async function isLicenseTaken(
  call: SignedCall,
  { license_country, license_no }: BrokerFields,
  before?: Broker,
): Promise<boolean> {
  if (!license_country || !license_no) return false;
  const isAnother = and(isNull(broker.deleted_at), ne(broker.id, before?.id ?? 0));
  const own = (before?.license_country === license_country && before.license_no) || undefined;
  return isNameTaken(call, {
    ...{ column: broker.license_no, name: license_no, before: own },
    others: and(eq(broker.license_country, license_country), isNotNull(broker.license_no), isAnother),
  });
}

async function isAvatar({ db }: SignedCall, id: number): Promise<boolean> {
  return (await db.$count(media, and(eq(media.id, id), eq(media.scene, "avatar"), eq(media.status, "ready")))) > 0;
}

/** The same picture may be somebody else's already: an upload of known bytes answers with the first. */
async function dropAvatar({ db }: SignedCall, id: number): Promise<void> {
  const holders = (await db.$count(user, eq(user.avatar_id, id))) + (await db.$count(broker, eq(broker.avatar_id, id)));
  if (holders === 0) await dropMedia(db, [id]);
}

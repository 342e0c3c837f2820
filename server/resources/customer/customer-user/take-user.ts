import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { UserIntake } from "~/contract/customer/customer-intake";
import type { FieldError } from "~/contract/errors";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { country } from "~/server/database/tables/region/geography";
import { intake } from "~/server/database/tables/system/intake";
import { audit } from "~/server/lib/audit";
import { found, pick, Refusal, refuseFields, rowsOf, setRow } from "~/server/lib/call";
import { readPhone } from "~/server/lib/phone";
import { rowsTaken, type Taking, takeOnce } from "~/server/resources/shared/intake";
import { nextNumber } from "~/server/resources/shared/numbers";
import { type CustomerUserRecord, nameOfUser } from "./view";

const kind = "customer_user";

export async function takeUser(taking: Taking, body: UserIntake): Promise<{ id: number; is_new: boolean }> {
  const facts = await factsOf(taking, body);
  let isAdopted = false;
  const taken = await takeOnce(taking, { kind, external_id: body.external_id }, async () => {
    const known = await sameContact(taking, facts);
    if (!known) return addUser(taking, body, facts);
    isAdopted = true;
    await changeUser(taking, known, body, facts);
    return known.id;
  });
  if (taken.is_new) return { id: taken.id, is_new: !isAdopted };
  const [row] = await taking.db.select().from(customerUser).where(eq(customerUser.id, taken.id)).for("update");
  const account = found(row);
  if (account.status === "unregistered") throw new Refusal(40902, "该用户已注销");
  await refuseTaken(taking, facts, account.id);
  await changeUser(taking, account, body, facts);
  return taken;
}

/** The account that this machine means by its own number; ends the request where it has not sent it. */
export async function accountOf(taking: Taking, user: string): Promise<CustomerUserRecord> {
  const id = (await rowsTaken(taking, kind, [user])).get(user);
  const [row] = id ? await taking.db.select().from(customerUser).where(eq(customerUser.id, id)).for("update") : [];
  return row ?? refuseFields([{ field: "user", label: "用户的外部编号", message: "没有接入过该用户" }]);
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

async function factsOf({ db }: Taking, body: UserIntake) {
  const number = body.phone ? readPhone(body.phone, body.phone_cc) : undefined;
  const wrong: FieldError[] = [];
  if (body.phone && !number) wrong.push({ field: "phone", label: "手机号", message: "手机号格式不正确" });
  if (body.country_code && (await db.$count(country, eq(country.code, body.country_code))) === 0)
    wrong.push({ field: "country_code", label: "国家", message: "没有这个国家/地区" });
  if (wrong.length) return refuseFields(wrong);
  const { nickname, email, wechat_unionid, avatar_url, gender, language, country_code } = body;
  return {
    ...{ nickname, email, wechat_unionid, avatar_url, gender, language, country_code },
    ...(number ?? { phone_cc: null, phone: null, phone_e164: null }),
    phone_last4: number?.phone.slice(-4) ?? null,
  };
}

const sharing = ({ phone_e164, email, wechat_unionid }: Facts) =>
  or(
    phone_e164 ? eq(customerUser.phone_e164, phone_e164) : undefined,
    email ? eq(customerUser.email, email) : undefined,
    wechat_unionid ? eq(customerUser.wechat_unionid, wechat_unionid) : undefined,
  );

/** The account with one of these contacts that nobody has sent yet: the same person. Ends the request where it is another machine's, or another number's. */
async function sameContact({ db, source }: Taking, facts: Facts): Promise<CustomerUserRecord | undefined> {
  const rows = await db.select().from(customerUser).where(sharing(facts)).limit(2).for("update");
  const [row, other] = rows;
  if (!row) return undefined;
  const sent = and(eq(intake.kind, kind), eq(intake.row_id, row.id), eq(intake.source_key, source));
  if (other || (await db.$count(intake, sent)) > 0) return refuseFields(complaints(facts, rows));
  return row;
}

async function refuseTaken({ db }: Taking, facts: Facts, id: number): Promise<void> {
  const others = await rowsOf(db, customerUser, and(sharing(facts), sql`${customerUser.id} <> ${id}`), { limit: 3 });
  if (others.length) return refuseFields(complaints(facts, others));
}

/** Which of the contacts are another account's. */
function complaints(facts: Facts, others: readonly CustomerUserRecord[]): FieldError[] {
  const labels = {
    phone_e164: ["phone", "手机号"],
    email: ["email", "邮箱"],
    wechat_unionid: ["wechat_unionid", "微信UnionID"],
  } as const;
  return Object.entries(labels).flatMap(([name, [field, label]]) => {
    const key = name as keyof typeof labels; // of the literal above
    const other = others.find((one) => facts[key] !== null && one[key] === facts[key]);
    return other ? [{ field, label, message: `${label}已属于注册用户${other.user_no}` }] : [];
  });
}

async function addUser(taking: Taking, body: UserIntake, facts: Facts): Promise<number> {
  const { db, services } = taking;
  const now = services.now();
  const at = isoInstant(now);
  const [row] = await db
    .insert(customerUser)
    .values({
      ...facts,
      user_no: await nextNumber(db, "U-", now),
      ...{ register_platform: body.register_platform, register_channel: body.register_channel },
      ...{ register_ip: body.register_ip, registered_at: body.registered_at, login_count: body.login_count },
      tracker_id: body.tracker ? await trackerBy(db, body.tracker) : null,
      last_active_at: body.last_active_at,
      ...{ created_at: at, updated_at: at },
    })
    .returning();
  const made = found(row);
  await logUser(taking, made, "create", "接入注册用户");
  return made.id;
}

/** Where they came from stays as it was told first. */
async function changeUser(taking: Taking, row: CustomerUserRecord, body: UserIntake, facts: Facts): Promise<void> {
  const { db, services } = taking;
  const actives = [row.last_active_at, body.last_active_at].flatMap((at) => (at ? [isoInstant(at)] : [])).sort();
  const next = {
    ...facts,
    last_active_at: actives.at(-1) ?? null,
    login_count: Math.max(row.login_count, body.login_count),
  };
  const differs = (part: object) => Object.entries(part).some(([name, value]) => Object(row)[name] !== value);
  if (!differs(next)) return;
  await setRow(db, customerUser, row.id, { ...next, updated_at: isoInstant(services.now()), updated_by: null });
  // That somebody was there again is no change of who they are.
  if (differs(facts)) await logUser(taking, { ...row, ...facts }, "update", "更新注册用户");
}

const logUser = (taking: Taking, row: CustomerUserRecord, action: "create" | "update", verb: string) =>
  audit(taking, {
    module: "customer",
    action,
    target: { type: "customer_user", id: row.id, name: nameOfUser(row) },
    summary: `${verb}${row.user_no}（来自${taking.source}）`,
  });

/** The tracking point of a code; none where there is no such one. */
export async function trackerBy(db: Db, code: string): Promise<number | null> {
  const [row] = await pick(db, tracker, ["id"], and(eq(tracker.code, code), isNull(tracker.deleted_at)));
  return row?.id ?? null;
}

import { eq } from "drizzle-orm";
import { z } from "zod";
import { type BlacklistCreate, type BlacklistType, blacklistTypes } from "~/contract/customer/blacklist";
import { maskContact } from "~/contract/mask";
import type { Db } from "~/server/database/database";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import type { BlacklistKey } from "~/server/identity/blacklist";
import { canonicalIp } from "~/server/identity/canonical-ip";
import { found, pick, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { partsOf, readPhone } from "~/server/lib/phone";
import { keyOf } from "~/server/lib/text";
import { normalContacts } from "../customer/contact/contacts";
import { visibleTo } from "../customer/row";

/** A value in the one form that equal values share, as contacts of customers are kept; undefined when it is none of its type. A registered user's: see `userNamed`. */
export function normalValue(type: Exclude<BlacklistType, "user">, text: string): string | undefined {
  if (type === "phone") return readPhone(text, "86")?.phone_e164;
  if (type === "ip") return canonicalIp(text);
  const value = keyOf(text);
  if (type === "email") return z.email().safeParse(value).success ? value : undefined;
  return /^\S+$/.test(value) ? value : undefined;
}

/** The registered user of that number, be it the row's or the one that people read. */
async function userNamed(db: Db, text: string): Promise<number | undefined> {
  const isRow = /^\d{1,15}$/.test(text);
  const [row] = await pick(
    db,
    customerUser,
    ["id"],
    isRow ? eq(customerUser.id, Number(text)) : eq(customerUser.user_no, text.toUpperCase()),
  );
  return row?.id;
}

/** A value as everybody sees it: contacts masked. */
export function shownValue(type: string, value: string, userNo: string | null): string {
  if (type === "user") return userNo ?? value;
  if (type === "phone") return maskNumber(value);
  return type === "email" || type === "wechat" ? (maskContact(type, value) ?? "") : value;
}

/** An international number masked as its owner's record shows it; one from abroad keeps its country. */
export function maskNumber(number: string): string {
  const parts = partsOf(number);
  const masked = maskContact("phone", parts?.phone ?? number) ?? "";
  return parts && parts.phone_cc !== "86" ? `+${parts.phone_cc} ${masked}` : masked;
}

type Body = z.output<typeof BlacklistCreate>;

/** A value to list, with the registered user if it is one. */
export interface Listed extends BlacklistKey {
  customer_user_id: number | null;
}

const wrong = (field: string, label: string, message: string): never => refuseFields([{ field, label, message }]);

/** The values of a new entry: the one that was typed, else those of that type in the customer's record. */
export async function keysOf(call: SignedCall, body: Body): Promise<Listed[]> {
  const { type, value, customer_id } = body;
  if (type === "user") return [await accountOf(call, body)];
  if (value === null) return ofCustomer(call, type, customer_id);
  const normal = normalValue(type, value) ?? wrong("value", "值", `${blacklistTypes[type]}格式不正确`);
  if (type === "ip" && body.effect.includes("block_login") && normal === canonicalIp(call.origin.ip))
    return wrong("value", "值", "不能禁止自己正在使用的IP登录");
  return [{ type, value: normal, customer_user_id: body.customer_user_id }];
}

async function accountOf(call: SignedCall, { value, customer_id, customer_user_id }: Body): Promise<Listed> {
  const { db } = call;
  const id = customer_user_id ?? (value === null ? await linkedTo(call, customer_id) : await userNamed(db, value));
  if (id === undefined)
    return wrong(value === null ? "type" : "value", value === null ? "类型" : "值", "没有这个注册用户");
  return { type: "user", value: String(id), customer_user_id: id };
}

async function linkedTo({ db }: SignedCall, customerId: number | null): Promise<number | undefined> {
  if (customerId === null) return undefined;
  const [row] = await pick(db, customerUser, ["id"], eq(customerUser.customer_id, customerId));
  return row?.id;
}

/** Every contact of that type in the record: a user who sees it masked can list it, too. */
async function ofCustomer(call: SignedCall, type: "phone" | "email" | "wechat" | "ip", customerId: number | null) {
  const [row] = customerId
    ? await pick(call.db, customer, { customer, isVisible: visibleTo(call.user) }, eq(customer.id, customerId))
    : [];
  const { customer: record, isVisible } = found(row);
  if (!isVisible) return refuse(40301);
  const contacts = normalContacts(record).filter((contact) => contact.type === type);
  if (contacts.length === 0) return wrong("type", "类型", `该客户没有${blacklistTypes[type]}`);
  return [...new Set(contacts.map(({ value }) => value))].map((value) => ({ type, value, customer_user_id: null }));
}

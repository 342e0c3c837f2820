import { eq } from "drizzle-orm";
import type { z } from "zod";
import { type BlacklistCreate, blacklistTypes } from "~/contract/customer/blacklist";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import type { BlacklistKey } from "~/server/identity/blacklist";
import { canonicalIp } from "~/server/identity/canonical-ip";
import type { SignedCall } from "~/server/lib/call";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { normalContacts } from "../customer/contact/contacts";
import { visibleTo } from "../customer/customer-scope";
import { normalValue, userNamed } from "./value";

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
  const [row] = await db
    .select({ id: customerUser.id })
    .from(customerUser)
    .where(eq(customerUser.customer_id, customerId));
  return row?.id;
}

/** Every contact of that type in the record: a user who sees it masked can list it, too. */
async function ofCustomer(call: SignedCall, type: "phone" | "email" | "wechat" | "ip", customerId: number | null) {
  const [row] = customerId
    ? await call.db
        .select({ customer, isVisible: visibleTo(call.user) })
        .from(customer)
        .where(eq(customer.id, customerId))
    : [];
  const { customer: record, isVisible } = found(row);
  if (!isVisible) return refuse(40301);
  const contacts = normalContacts(record).filter((contact) => contact.type === type);
  if (contacts.length === 0) return wrong("type", "类型", `该客户没有${blacklistTypes[type]}`);
  return [...new Set(contacts.map(({ value }) => value))].map((value) => ({ type, value, customer_user_id: null }));
}

import { eq } from "drizzle-orm";
import { z } from "zod";
import type { BlacklistType } from "~/contract/customer/blacklist";
import type { Db } from "~/server/database/database";
import { customerUser } from "~/server/database/tables/customer/audience";
import { canonicalIp } from "~/server/identity/canonical-ip";
import { maskContact } from "~/server/lib/mask";
import { partsOf, readPhone } from "~/server/lib/phone";
import { keyOf } from "~/server/lib/text";

/** A value in the one form that equal values share, as contacts of customers are kept; undefined when it is none of its type. A registered user's: see `userNamed`. */
export function normalValue(type: Exclude<BlacklistType, "user">, text: string): string | undefined {
  if (type === "phone") return readPhone(text, "86")?.phone_e164;
  if (type === "ip") return canonicalIp(text);
  const value = keyOf(text);
  if (type === "email") return z.email().safeParse(value).success ? value : undefined;
  return /^\S+$/.test(value) ? value : undefined;
}

/** The registered user of that number, be it the row's or the one that people read. */
export async function userNamed(db: Db, text: string): Promise<number | undefined> {
  const isRow = /^\d{1,15}$/.test(text);
  const [row] = await db
    .select({ id: customerUser.id })
    .from(customerUser)
    .where(isRow ? eq(customerUser.id, Number(text)) : eq(customerUser.user_no, text.toUpperCase()));
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

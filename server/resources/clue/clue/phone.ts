import { type SQL, sql } from "drizzle-orm";
import { bareDigits, isMaskedPhone } from "~/contract/clue/clue-record";
import type { FieldError } from "~/contract/errors";
import type { phoneModes } from "~/contract/house/estate-record";
import { clue } from "~/server/database/tables/clue/clue";
import { readPhone } from "~/server/lib/phone";

type Mode = keyof typeof phoneModes;

/** The columns of a lead's phone: a masked one is known by its ends alone. */
export interface CluePhone {
  phone_cc: string;
  phone: string;
  phone_e164: string | null;
  phone_prefix: string;
  phone_suffix: string;
  phone_mode: Mode;
}

export function cluePhone(phone: string, phone_cc: string): CluePhone | undefined {
  const bare = bareDigits(phone);
  if (isMaskedPhone(phone)) {
    const [phone_prefix, phone_suffix] = [bare.slice(0, 3), bare.slice(-4)];
    const masked = `${phone_prefix}****${phone_suffix}`;
    return { phone_cc, phone: masked, phone_e164: null, phone_prefix, phone_suffix, phone_mode: "first3_last4" };
  }
  const number = readPhone(phone, phone_cc);
  if (!number) return undefined;
  const [phone_prefix, phone_suffix] = [number.phone.slice(0, 3), number.phone.slice(-4)];
  return { ...number, phone_prefix, phone_suffix, phone_mode: "full" };
}

const wrong = (message: string): FieldError[] => [{ field: "phone", label: "客户手机号", message }];

/** A phone by an estate's rule: hidden digits only where the rule lets them be hidden; the full number is always taken. */
export function phoneErrors(given: CluePhone | undefined, mode: Mode): FieldError[] {
  if (!given) return wrong("手机号格式不正确");
  return given.phone_e164 === null && mode === "full" ? wrong("该楼盘须填写完整号码") : [];
}

/** Leads that may be about the same phone: equal where both are full, else by their ends. */
export const samePhone = (of: Omit<CluePhone, "phone_mode" | "phone">): SQL =>
  sql`(${clue.phone_prefix} = ${of.phone_prefix} and ${clue.phone_suffix} = ${of.phone_suffix} and ${clue.phone_cc} = ${of.phone_cc}
    and (${clue.phone_e164} is null or ${of.phone_e164}::text is null or ${clue.phone_e164} = ${of.phone_e164}::text))`;

import type { FieldError } from "~/contract/errors";
import { inOneWidth } from "~/server/lib/text";
import {
  type GivenContacts,
  noContacts,
  normalContacts,
  phoneColumns,
} from "~/server/resources/customer/customer/contact/contacts";
import type { InquiryRecord } from "./log";

export type InquiryContacts = Pick<InquiryRecord, "phone_cc" | "phone" | "wechat" | "email">;
/** The same, once its number has been read. */
type ReadContacts = InquiryContacts & Partial<Pick<InquiryRecord, "phone_e164">>;

/** The contacts that prove who somebody is, each in its one form. */
export const contactsOf = (row: ReadContacts) => {
  const { phone_cc, phone, phone_e164, wechat, email } = row;
  const read = phone_e164 === undefined ? {} : { phone_e164 };
  return normalContacts({ ...noContacts, phone_cc, phone, ...read, wechat, email } satisfies GivenContacts);
};

/** The columns of contacts that were typed; a number without a country is one of mainland China. What an edit leaves alone stays as it is. A WeChat id is kept in one width: in lower case it is then what `keyOf` makes of it, by which the index knows it. */
export function contactColumns({ phone_cc, phone, wechat: typed, email }: InquiryContacts, before?: InquiryRecord) {
  const wechat = typed && typed !== before?.wechat ? inOneWidth(typed) || null : typed;
  if (before && phone === before.phone && phone_cc === before.phone_cc) {
    const { phone_e164, phone_last4 } = before;
    return { phone, phone_cc, phone_e164, phone_last4, wechat, email };
  }
  return { ...phoneColumns({ phone_cc: phone ? (phone_cc ?? "86") : phone_cc, phone }), wechat, email };
}

export const phoneErrors = (
  { phone, phone_cc, phone_e164 }: InquiryContacts & Pick<InquiryRecord, "phone_e164">,
  before?: InquiryContacts,
): FieldError[] =>
  phone && !phone_e164 && !(phone === before?.phone && phone_cc === before.phone_cc)
    ? [{ field: "phone", label: "手机号", message: "手机号格式不正确" }]
    : [];

import type { FieldError } from "~/contract/errors";
import {
  type GivenContacts,
  noContacts,
  normalContacts,
  parsePhone,
  phoneColumns,
} from "~/server/resources/customer/customer/contacts";
import type { InquiryRecord } from "./log";

/** How somebody is reached, as an inquiry has it. */
export type InquiryContacts = Pick<InquiryRecord, "phone_cc" | "phone" | "wechat" | "email">;

/** The contacts that prove who somebody is, each in its one form. */
export const contactsOf = (row: InquiryContacts) => {
  const { phone_cc, phone, wechat, email } = row;
  return normalContacts({ ...noContacts, phone_cc, phone, wechat, email } satisfies GivenContacts);
};

/** The columns of contacts that were typed; a number without a country is one of mainland China. */
export function contactColumns({ phone_cc, phone, wechat, email }: InquiryContacts) {
  return { ...phoneColumns({ phone_cc: phone ? (phone_cc ?? "86") : phone_cc, phone }), wechat, email };
}

/** A number that is none. */
export const phoneErrors = ({ phone, phone_cc }: InquiryContacts): FieldError[] =>
  phone && !parsePhone(phone, phone_cc) ? [{ field: "phone", label: "电话", message: "电话格式不正确" }] : [];

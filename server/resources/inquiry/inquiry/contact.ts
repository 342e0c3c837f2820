import type { FieldError } from "~/contract/errors";
import type { InquiryIntake } from "~/contract/inquiry/inquiry-intake";
import type { SignedCall } from "~/server/lib/call";
import { inOneWidth } from "~/server/lib/text";
import {
  type GivenContacts,
  noContacts,
  normalContacts,
  phoneColumns,
} from "~/server/resources/customer/customer/contact/contacts";
import { trackerBy } from "~/server/resources/customer/customer-user/take-user";
import { regionOfAddress } from "~/server/resources/region/region-of-address";
import type { InquiryRecord } from "./change";

const utmFields = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
/** As long as an intake's own may be. */
const longestUtm = 100;

interface Place {
  tracker: string | null;
  ip: string | null;
  sent: Pick<InquiryIntake, "page_url" | (typeof utmFields)[number]>;
}

/** Where somebody came from: their tracking point and campaign, which also stand in the address of the page, and the country of their address. */
export async function placeOf(db: SignedCall["db"], { tracker, ip, sent }: Place) {
  const { page_url } = sent;
  const said = page_url && URL.canParse(page_url) ? new URL(page_url).searchParams : new URLSearchParams();
  const code = tracker ?? said.get("tk");
  // What is said by itself goes before the address.
  const utm = utmFields.map((name) => [name, sent[name] ?? (said.get(name)?.trim().slice(0, longestUtm) || null)]);
  return {
    ...(Object.fromEntries(utm) as Record<(typeof utmFields)[number], string | null>), // a pair for each name
    tracker_id: code ? await trackerBy(db, code.toLowerCase()) : null,
    ip,
    ip_region: await regionOfAddress(db, ip),
  };
}

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

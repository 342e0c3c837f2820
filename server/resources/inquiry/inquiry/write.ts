import type { z } from "zod";
import type { inquiry as contract } from "~/contract/inquiry/inquiry";
import { type EntryKind, entryFields, type InquiryExt, inquiryExt } from "~/contract/inquiry/inquiry-kinds";
import { InquiryCreate, InquiryUpdate } from "~/contract/inquiry/inquiry-record";
import { maskContact } from "~/contract/mask";
import { changesOf } from "~/server/lib/audit";
import { refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { checkVersion } from "~/server/lib/entity";
import { holdRules, metOf } from "../visa/met";
import {
  assigns,
  auditInquiry,
  changeInquiry,
  checkKind,
  handlesKind,
  type InquiryRecord,
  lockInquiry,
  logStep,
} from "./change";
import { contactColumns, phoneErrors } from "./contact";
import { receiveInquiry } from "./receive";
import { detailAfter } from "./view";

function extOf(kind: EntryKind, typed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(entryFields[kind].map((name) => [name, typed[name]]));
}

/** Fields that staff do not type: an inquiry by phone has no visit. */
const noVisit = {
  ...{ page_url: null, referrer: null, device: null, content_kind: null, content_id: null },
  ...{ utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null },
  ...{ room_id: null, customer_user_id: null },
} as const;

/** Records an inquiry by a member of staff, assigned to them if they choose so. */
export async function enterInquiry(call: SignedCall, body: z.output<typeof contract.create.body>) {
  const { kind, to_me, ...typed } = body;
  if (!handlesKind(call.user, { kind })) return refuse(40300);
  const dictionary = await lookUp(call, InquiryCreate, body);
  const wrong = unknownChoices(dictionary, InquiryCreate, body);
  if (wrong.length) return refuseFields(wrong);
  const { name, phone_cc, phone, wechat, email, contact_time, content, platform, estate_id, mansion_id, remark } =
    typed;
  const { id, inquiry_no, is_merged } = await receiveInquiry(call, {
    ...noVisit,
    ...{ kind, name, phone_cc, phone, wechat, email, contact_time, content, platform, estate_id, mansion_id, remark },
    // The schema fills empty fields; the result is JSON.
    ext: inquiryExt[kind].parse(extOf(kind, typed)) as InquiryExt,
    assignee_id: to_me ? call.user.id : null,
  });
  return { id, inquiry_no, is_merged };
}

const contactNames = ["phone", "wechat", "email"] as const;
/** Readers of the operation log may lack the codes of visas. */
const hiddenNames: readonly string[] = [...contactNames, "nationality"];

/** Edits an inquiry: by its assignee, or a user who assigns. Contacts that are absent or still masked stay. */
export async function editInquiry(call: SignedCall, id: number, { version, ...body }: z.output<typeof InquiryUpdate>) {
  // The rules of visas are locked before any row.
  await holdRules(call.db);
  const row = await lockInquiry(call, id);
  checkKind(call, row);
  const isOwn = row.assignee_id === call.user.id;
  if (!isOwn && !assigns(call.user)) return refuse(40300);
  await checkVersion(row, version, () => detailAfter(call, id));
  const after = editedOf(row, body, isOwn);
  const [before, next] = [flatOf(row), flatOf(after)];
  const dictionary = await lookUp(call, InquiryUpdate, before, next);
  const wrong = [...unknownChoices(dictionary, InquiryUpdate, next, before), ...phoneErrors(after, row)];
  if (!after.phone && !after.wechat && !after.email && row.kind !== "chat")
    wrong.push({ field: "phone", label: "手机号", message: "手机号、微信、邮箱至少填写一项" });
  if (wrong.length) return refuseFields(wrong);
  const words = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, InquiryUpdate, record);
  const changes = changesOf(InquiryUpdate, words(before), words(next), new Set(hiddenNames));
  if (changes.length === 0) return;
  await changeInquiry(call, row, { ...after, ...(await metOf(call.db, { kind: row.kind, ext: after.ext })) });
  await logStep(call, id, { action: "edit", reason: changes.map(({ label }) => label).join("、") });
  await auditInquiry(call, row, { action: "update", summary: `编辑询盘${row.inquiry_no}`, changes });
}

type Edited = Pick<
  InquiryRecord,
  | "name"
  | "phone_cc"
  | "phone"
  | "wechat"
  | "email"
  | "contact_time"
  | "content"
  | "estate_id"
  | "mansion_id"
  | "remark"
  | "ext"
>;

function editedOf(row: InquiryRecord, body: Omit<z.output<typeof InquiryUpdate>, "version">, isOwn: boolean) {
  const given = (name: (typeof contactNames)[number]) => {
    const value = body[name];
    return value === undefined || (!isOwn && value === maskContact(name, row[name])) ? row[name] : value;
  };
  const contacts = {
    phone_cc: body.phone_cc === undefined ? row.phone_cc : body.phone_cc,
    ...{ phone: given("phone"), wechat: given("wechat"), email: given("email") },
  };
  const { contact_time, content, estate_id, mansion_id, remark } = body;
  const isEntered = row.kind in entryFields;
  return {
    name: body.name === undefined ? row.name : body.name,
    ...contactColumns(contacts, row),
    ...{ contact_time, content, estate_id, mansion_id, remark },
    // A chat and a download keep what the site sent; absent fields stay.
    ext: isEntered ? ({ ...row.ext, ...present(extOf(row.kind as EntryKind, body)) } as InquiryExt) : row.ext,
  };
}

const present = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** All fields on one level, as in the form. */
const flatOf = ({ ext, ...row }: Edited): Record<string, unknown> => ({ ...row, ...ext });

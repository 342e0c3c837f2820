import { eq } from "drizzle-orm";
import type { z } from "zod";
import { Customer, CustomerUpdate } from "~/contract/customer-record";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import type { Database, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer";
import { currency } from "~/server/database/tables/geography";
import { changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { districtsOf } from "~/server/lib/districts";
import { maskContact } from "~/server/lib/mask";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { findCollision, lockContacts, refuseCollision } from "./collision";
import { contactNames, keepContacts, normalContacts, parsePhone, phoneColumns } from "./contacts";
import { isManager } from "./customer-scope";
import { auditCustomer, type CustomerRecord, holdCustomer, nextVersion } from "./row";
import { forward, isQualified, mayMove } from "./stage";
import { detailOf, viewerOf } from "./view";

type Body = z.output<typeof CustomerUpdate>;
type Edited = ReturnType<typeof editedOf>;

/** Changes a customer's facts, and of his contacts those that are named. */
export async function editCustomer(call: SignedCall, id: number, body: Body): Promise<void> {
  const { db, user } = call;
  const viewer = await viewerOf(call);
  await lockContacts(db, normalContacts({ ...noContacts, ...body }));
  const { row } = await holdCustomer(call, id);
  if (row.version !== body.version) return refuse(40901, {}, await detailOf(call, id, viewer));
  const after = editedOf(row, body, row.owner_id === user.id);
  const dictionary = await lookUp(call, CustomerUpdate, row, after);
  const wrong = [
    ...unknownChoices(dictionary, CustomerUpdate, after, row),
    ...contactErrors(row, after),
    ...stageErrors(row, after),
    ...(await amountErrors(db, after)),
    ...(await districtErrors(db, row, after)),
    ...(after.referrer_customer_id === id
      ? [{ field: "referrer_customer_id", label: "介绍人", message: "介绍人不能是客户本人" }]
      : []),
    ...(after.source !== row.source && !isManager(user)
      ? [{ field: "source", label: "客户来源", message: "客户来源只能由主管修改" }]
      : []),
  ];
  if (wrong.length) return refuseFields(wrong);
  const words = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, CustomerUpdate, record);
  const changes = changesOf(Customer, words(row), words(after), new Set(contactNames));
  if (changes.length === 0) return;
  const known = new Set(normalContacts(row).map(({ type, value }) => `${type}:${value}`));
  const contacts = normalContacts(after);
  const fresh = contacts.filter(({ type, value }) => !known.has(`${type}:${value}`));
  const collision = await findCollision(db, fresh, id, viewer.settings, viewer.now);
  if (collision) return refuseCollision(collision);
  const at = isoInstant(viewer.now);
  await db
    .update(customer)
    .set({ ...after, version: nextVersion, updated_at: at, updated_by: user.id })
    .where(eq(customer.id, id));
  await keepContacts(db, id, contacts);
  await db.insert(customerChangeLog).values({ customer_id: id, action: "update", changes, by: user.id, at });
  await auditCustomer(call, row, { action: "update", summary: `编辑客户${row.customer_no}`, changes });
}

const noContacts = {
  phone_cc: null,
  phone: null,
  phone2: null,
  wechat: null,
  email: null,
  line_id: null,
  whatsapp: null,
};

/** The record as it would stand: contacts that are absent, or come back as they were masked, stay. */
function editedOf(row: CustomerRecord, { version: _, ...body }: Body, isOwn: boolean) {
  const contacts: Parameters<typeof normalContacts>[0] = { ...noContacts };
  for (const name of contactNames) {
    const given = body[name];
    const isUntouched = given === undefined || (!isOwn && given === maskContact(name, row[name]));
    contacts[name] = isUntouched ? row[name] : given;
  }
  contacts.phone_cc = body.phone_cc === undefined ? row.phone_cc : body.phone_cc;
  const isSamePhone = contacts.phone === row.phone && contacts.phone_cc === row.phone_cc;
  const edited = {
    ...body,
    ...contacts,
    ...(isSamePhone ? { phone_e164: row.phone_e164, phone_last4: row.phone_last4 } : phoneColumns(contacts)),
    budget_min: decimal(body.budget_min),
    budget_max: decimal(body.budget_max),
    lost_reason: body.stage === "lost" ? body.lost_reason : null,
  };
  const becameQualified = isQualified(edited) && !isQualified(row) && edited.stage === row.stage;
  return { ...edited, stage: becameQualified ? forward(edited.stage, "qualified") : edited.stage };
}

/** An amount as the column writes it, so that an unchanged one is seen as unchanged. */
function decimal(amount: string | null): string | null {
  if (amount === null) return null;
  const [whole = "0", fraction = ""] = amount.split(".");
  return `${BigInt(whole)}.${fraction.padEnd(2, "0")}`;
}

function contactErrors(row: CustomerRecord, after: Edited): FieldError[] {
  const wrong = contactNames.flatMap((field) => {
    const value = after[field];
    if (!value || (value === row[field] && after.phone_cc === row.phone_cc)) return [];
    const label = labelOf(Customer.shape[field], field);
    if (value.includes("****")) return [{ field, label, message: `请输入完整的${label}` }];
    const isNumber = field === "phone" || field === "phone2";
    return isNumber && !parsePhone(value, after.phone_cc) ? [{ field, label, message: `${label}格式不正确` }] : [];
  });
  const isUnreachable = !after.phone && !after.wechat && !after.email;
  return isUnreachable
    ? [...wrong, { field: "phone", label: "手机号", message: "手机号、微信、邮箱至少填写一项" }]
    : wrong;
}

function stageErrors(row: CustomerRecord, after: Edited): FieldError[] {
  return mayMove(row.stage, after.stage)
    ? []
    : [{ field: "stage", label: "客户阶段", message: "认购、签约、交割阶段由成交记录维护" }];
}

/** Yen, won and dong have no cents. */
async function amountErrors(db: Database | Transaction, after: Edited): Promise<FieldError[]> {
  const broken = (["budget_min", "budget_max"] as const).filter((field) => !(after[field] ?? ".00").endsWith(".00"));
  if (!after.budget_currency || broken.length === 0) return [];
  const [row] = await db
    .select({ digits: currency.digits })
    .from(currency)
    .where(eq(currency.code, after.budget_currency));
  if (row?.digits !== 0) return [];
  return broken.map((field) => ({
    field,
    label: labelOf(Customer.shape[field], field),
    message: `${after.budget_currency}金额不能有小数`,
  }));
}

/** A home lies in its country; one that a record held before may stay. */
async function districtErrors(db: Database | Transaction, row: CustomerRecord, after: Edited): Promise<FieldError[]> {
  const { district_id, country_code } = after;
  if (!district_id || !country_code) return [];
  if (district_id === row.district_id && country_code === row.country_code) return [];
  const [district] = await districtsOf(db, [district_id]);
  return !district || district.country_code === country_code
    ? []
    : [{ field: "district_id", label: "现居区域", message: "现居区域不在所选国家/地区内" }];
}

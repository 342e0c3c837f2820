import type { z } from "zod";
import type { Change } from "~/contract/common";
import { Customer, manualStages, stages } from "~/contract/customer/customer-record";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { byOf, changesOf } from "~/server/lib/audit";
import { type Asking, type SignedCall, setRow } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { typedPhone } from "~/server/lib/phone";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { districtsOf } from "~/server/resources/shared/districts";
import type { Wishes } from "../requirement/wishes";
import { contactNames, type GivenContacts, type NormalContact, phoneColumns } from "./contact/contacts";
import { type CustomerRecord, nextVersion } from "./row";

const word = (stage: string): string => (stage in stages ? stages[stage as keyof typeof stages] : stage);

/** Moves a locked customer to the stage that a lead or a deal has reached, with the line of its history; returns what changed, for the log. */
export async function setStage(
  actor: Asking & Parameters<typeof byOf>[0],
  about: CustomerRecord,
  stage: string,
): Promise<Change[]> {
  const { db, services } = actor;
  const at = isoInstant(services.now());
  const by = byOf(actor);
  const changes = [
    { field: "stage", label: labelOf(Customer.shape.stage, "stage"), before: word(about.stage), after: word(stage) },
  ];
  const values = { stage, lost_reason: null, version: nextVersion, updated_at: at, updated_by: by };
  await setRow(db, customer, about.id, values);
  await db.insert(customerChangeLog).values({ customer_id: about.id, action: "track", changes, by, at });
  return changes;
}

const order: readonly string[] = ["new", "contacted", "qualified", "visited", "subscribed", "contracted", "completed"];

/** Whether a person may move a customer from one stage to another; the deal's stages are the deal's to set. */
export const mayMove = (from: string, to: string) => from === to || (isManual(from) && isManual(to));

const isManual = (stage: string) => manualStages.some((one) => one === stage);

/** Where an event takes a customer: only forward (domain C.1.3). Lost and invalid ones are left to `reactivated`. */
export function forward(from: string, to: string): string {
  return order.includes(from) && order.indexOf(to) > order.indexOf(from) ? to : from;
}

/** A lost or invalid customer who is heard of again is a contacted one. */
export const reactivated = (stage: string) => (stage === "lost" || stage === "invalid" ? "contacted" : stage);

/** Level A or B with a budget: the need is known. */
export const isQualified = (row: Pick<typeof customer.$inferSelect, "level" | "budget_min" | "budget_max">) =>
  (row.level === "A" || row.level === "B") && (row.budget_min !== null || row.budget_max !== null);

/** What a person records of a customer, as create, edit and the import have parsed it; the contacts and the wishes stand whole. */
type Given = Omit<z.output<typeof Customer>, keyof GivenContacts | keyof Wishes> & GivenContacts & Wishes;
export type Facts = ReturnType<typeof factsOf>;
export interface Typed {
  facts: Facts;
  contacts: NormalContact[];
}
type Before = typeof customer.$inferSelect | undefined;

/** The columns that follow from what was recorded. `before` is what an edit starts from. */
export function factsOf<G extends Given>(given: G, before?: CustomerRecord) {
  const isSamePhone = before && given.phone === before.phone && given.phone_cc === before.phone_cc;
  const facts = {
    ...given,
    ...(isSamePhone ? { phone_e164: before.phone_e164, phone_last4: before.phone_last4 } : phoneColumns(given)),
    phone2: given.phone2 && given.phone2 !== before?.phone2 ? typedPhone(given.phone2) : given.phone2,
    budget_min: decimalText(given.budget_min),
    budget_max: decimalText(given.budget_max),
    lost_reason: given.stage === "lost" ? given.lost_reason : null,
  };
  const wasQualified = before !== undefined && isQualified(before);
  const mayBecome = !wasQualified && facts.stage === (before?.stage ?? "new");
  const stage: string = mayBecome && isQualified(facts) ? forward(facts.stage, "qualified") : facts.stage;
  return { ...facts, stage };
}

/** What some new values change of a record, in words for the logs; contacts are named but not shown. */
export async function factChanges(call: SignedCall, before: CustomerRecord, values: Readonly<Record<string, unknown>>) {
  const after = { ...before, ...values };
  const dictionary = await lookUp(call, Customer, before, after);
  const words = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, Customer, record);
  return changesOf(Customer, words(before), words(after), new Set(contactNames));
}

/** The complaints that only the server can make of a record with its contacts. `before` is what an edit starts from. */
export async function factErrors(
  call: SignedCall,
  after: Facts,
  contacts: readonly NormalContact[],
  before?: CustomerRecord,
): Promise<FieldError[]> {
  const { db } = call;
  const { budget_min, budget_max, budget_currency } = after;
  const dictionary = await lookUp(call, Customer, after, before ?? {});
  return [
    ...unknownChoices(dictionary, Customer, after, before),
    ...contactErrors(after, contacts, before),
    ...stageErrors(after, before),
    ...(await centErrors(db, Customer, { budget_min, budget_max }, budget_currency)),
    ...(await districtErrors(db, after, before)),
    ...(before && after.referrer_customer_id === before.id
      ? [{ field: "referrer_customer_id", label: "介绍人", message: "介绍人不能是客户本人" }]
      : []),
  ];
}

/** What is wrong with the contacts: numbers that are none, or none at all. */
export function contactErrors(after: Facts, contacts: readonly NormalContact[], before: Before): FieldError[] {
  const wrong = contactNames.flatMap((field) => {
    const value = after[field];
    if (!value || (value === before?.[field] && after.phone_cc === before.phone_cc)) return [];
    const label = labelOf(Customer.shape[field], field);
    if (value.includes("****")) return [{ field, label, message: `请输入完整的${label}` }];
    const isRead = contacts.some((contact) => contact.field === field);
    return isRead ? [] : [{ field, label, message: `${label}格式不正确` }];
  });
  const isUnreachable = !after.phone && !after.wechat && !after.email;
  return isUnreachable
    ? [...wrong, { field: "phone", label: "手机号", message: "手机号、微信、邮箱至少填写一项" }]
    : wrong;
}

export function stageErrors(after: { stage: string }, before: Before): FieldError[] {
  return mayMove(before?.stage ?? "new", after.stage)
    ? []
    : [{ field: "stage", label: "客户阶段", message: "认购、签约、交割阶段由成交记录维护" }];
}

/** A home lies in its country; one that a record held before may stay. */
async function districtErrors(db: Db, after: Facts, before: Before): Promise<FieldError[]> {
  const { district_id, country_code } = after;
  if (!district_id || !country_code) return [];
  if (district_id === before?.district_id && country_code === before.country_code) return [];
  const [district] = await districtsOf(db, [district_id]);
  return !district || district.country_code === country_code
    ? []
    : [{ field: "district_id", label: "现居区域", message: "现居区域不在所选国家/地区内" }];
}

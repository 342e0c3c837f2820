import { eq } from "drizzle-orm";
import type { z } from "zod";
import { Requirement } from "~/contract/customer/requirement";
import type { FieldError } from "~/contract/errors";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog, requirement } from "~/server/database/tables/customer/customer";
import { type AuditAction, audit } from "~/server/lib/audit";
import { found, type SignedCall, setRow } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { changedBy } from "~/server/lib/entity";
import { leaveAlone } from "~/server/lib/texts-in";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { districtsOf } from "~/server/resources/shared/districts";
import { factChanges, forward } from "../customer/facts";
import { auditCustomer, type CustomerRecord, lockCustomerRow, nextVersion } from "../customer/row";
import type { factsOf, RequirementRecord } from "./requirement-view";
import { copiedWishes } from "./wishes";

type Facts = z.output<typeof Requirement>;
type Before = ReturnType<typeof factsOf>;

/** Locks a requirement until the commit, its customer first as every act does: 40301 outside the caller's reach, 40902 when they are in the recycle bin. */
export async function lockRequirement(call: SignedCall, id: number) {
  const ofIt = eq(requirement.id, id);
  const [asked] = await call.db.select({ customerId: requirement.customer_id }).from(requirement).where(ofIt);
  const { row: about } = await lockCustomerRow(call, found(asked).customerId);
  const [row] = await call.db.select().from(requirement).where(ofIt).for("update");
  leaveAlone(call, row);
  return { row: found(row), about };
}

export function writtenFacts(body: Facts): Facts {
  return {
    ...body,
    price_min: decimalText(body.price_min),
    price_max: decimalText(body.price_max),
    down_payment: decimalText(body.down_payment),
  };
}

export function columnsOf({ area_min, area_max, yield_min, ...facts }: Facts) {
  const text = (value: number | null) => (value === null ? null : value.toFixed(2));
  return { ...facts, area_min: text(area_min), area_max: text(area_max), yield_min: text(yield_min) };
}

/** What only the server can say: complaints on fields, and the values in words for the log. */
export async function checkFacts(call: SignedCall, after: Facts, before?: Before) {
  const dictionary = await lookUp(call, Requirement, after, before ?? {});
  const { price_min, price_max, down_payment, currency } = after;
  const wrong: FieldError[] = [
    ...unknownChoices(dictionary, Requirement, after, before),
    ...(await centErrors(call.db, Requirement, { price_min, price_max, down_payment }, currency)),
    ...(await districtErrors(call.db, after, before)),
  ];
  const words = (facts: Facts | Before) => spelledOut(dictionary, Requirement, facts);
  return { wrong, words };
}

/** Districts lie in the country; those that a record held before may stay with it. */
async function districtErrors(db: Db, after: Facts, before?: Before): Promise<FieldError[]> {
  const kept = before?.country_code === after.country_code ? before.district_ids : [];
  const added = after.district_ids.filter((id) => !kept.includes(id));
  const districts = added.length ? await districtsOf(db, added) : [];
  return districts.some(({ country_code }) => country_code !== after.country_code)
    ? [{ field: "district_ids", label: "区域", message: "区域不在所选国家/地区内" }]
    : [];
}

interface Act {
  former: RequirementRecord | undefined;
  reason: string;
  /** Saved by somebody: they say what the customer wants, and the stage goes on to 需求明确, never back (domain C.1.3). */
  isSaved: boolean;
}

/** Tells the customer what an act on their requirements changed: what the newest open one now says, and the stage. */
export async function tellCustomer(call: SignedCall, about: CustomerRecord, act: Act): Promise<void> {
  const { db, user, services } = call;
  const { former, reason, isSaved } = act;
  const stage = isSaved ? forward(about.stage, "qualified") : about.stage;
  const after = { ...(await copiedWishes(db, about, former)), stage };
  const changes = await factChanges(call, about, after);
  if (changes.length === 0) return;
  const at = isoInstant(services.now());
  await setRow(db, customer, about.id, { ...after, version: nextVersion, ...changedBy(call) });
  await db
    .insert(customerChangeLog)
    .values({ customer_id: about.id, action: "update", changes, reason, by: user.id, at });
  const what = stage === about.stage ? "购房意向更新" : "需求明确";
  await auditCustomer(call, about, { action: "update", summary: `客户${about.customer_no}${what}`, changes, reason });
}

export function auditRequirement(
  call: SignedCall,
  row: Pick<RequirementRecord, "id" | "requirement_no">,
  about: Pick<CustomerRecord, "id" | "name" | "customer_no">,
  { action, verb, changes }: { action: AuditAction; verb: string; changes?: Parameters<typeof audit>[1]["changes"] },
): Promise<void> {
  return audit(call, {
    module: "customer",
    action,
    summary: `${verb}需求${row.requirement_no}（${about.customer_no}）`,
    target: { type: "requirement", id: row.id, name: about.name },
    touches: [{ type: "customer", id: about.id }],
    changes,
  });
}

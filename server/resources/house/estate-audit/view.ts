import { desc, eq } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import { estate as estateContract } from "~/contract/house/estate";
import {
  checkKeys,
  checkLabels,
  type DecidedItem,
  EstateAuditDetail,
  EstateAuditEntry,
  type EstateSnapshot,
} from "~/contract/house/estate-audit";
import { EstateFields, ruleFields, rulePermissions } from "~/contract/house/estate-record";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { found, type Looking, refuse, rowOf } from "~/server/lib/call";
import { completenessIn } from "../estate/completeness";
import { isOwn, queueBeside, selectAudits, toAuditRows } from "./audit-list";
import { albumPictures, roomsOf, sectionsOf } from "./compare";
import { duplicatesOf } from "./duplicates";

export async function estateAuditOf(call: Looking, id: number): Promise<EstateAuditDetail> {
  const { db } = call;
  const [viewed] = await selectAudits(db).where(eq(estateAudit.id, id));
  const { audit } = found(viewed);
  const [row] = await toAuditRows(call, [found(viewed)]);
  const { snapshot, before, diff } = estateAudit;
  const [about] = await db
    .select({ snapshot, before, diff, audit_status: estate.audit_status })
    .from(estateAudit)
    .innerJoin(estate, eq(estate.id, estateAudit.estate_id))
    .where(eq(estateAudit.id, id));
  const { snapshot: after, before: stood, diff: changes, audit_status } = found(about);
  const isPending = audit.status === "pending";
  const is_own = isPending && isOwn(call, audit);
  return rowOf(EstateAuditDetail, audit, {
    ...found(row),
    compared_to: stood === null ? null : audit.action === "create" ? "refused" : "live",
    diff: changes,
    sections: await sectionsOf(call, stood, after),
    rooms: await roomsOf(call, stood, after),
    album: await albumPictures(call, stood, after),
    position: positionOf(after),
    position_before: stood ? positionOf(stood) : null,
    duplicates: isPending ? await findDuplicates(call, audit.estate_id, after) : [],
    // That it is approved is what is being asked.
    completeness: completenessIn({
      ...{ fields: after.fields, pictures: after.album, hasRooms: after.rooms.length > 0 },
      isApproved: audit_status === "approved",
    }).filter(({ key }) => key !== "approved"),
    check_items: allItems(audit.check_items),
    is_own,
    can: { approve: isPending && !is_own, reject: isPending && !is_own },
    ...(await queueBeside(call, id)),
  });
}

function positionOf({ fields: { lat, lng } }: EstateSnapshot): EstateAuditDetail["position"] {
  return typeof lat === "number" && typeof lng === "number" ? { lat, lng } : null;
}

/** Every snapshot has what the comparison needs, as every estate has it. */
const Compared = EstateFields.pick({
  ...{ name: true, name_local: true, name_en: true, alias: true, country_code: true, district_id: true },
  ...{ address: true, lat: true, lng: true, developer: true, total_units: true },
});

function findDuplicates(call: Looking, estateId: number, { fields }: EstateSnapshot) {
  const wanted = Compared.safeParse(fields);
  return wanted.success ? duplicatesOf(call, estateId, wanted.data) : [];
}

/** All of the list, with undecided ones. */
export const allItems = (items: readonly { key: string; pass: boolean | null; note: string | null }[]): DecidedItem[] =>
  checkKeys.map((key) => {
    const { pass = null, note = null } = items.find((one) => one.key === key) ?? {};
    return { key, label: checkLabels[key], pass, note };
  });

const mostEntries = 20;

export async function historyOf(call: Looking, estateId: number): Promise<EstateAuditEntry[]> {
  const { db, user: caller } = call;
  const [about] = await db.select({ deleted_at: estate.deleted_at }).from(estate).where(eq(estate.id, estateId));
  if (found(about).deleted_at !== null) return refuse(40400);
  const rows = await db
    .select({ audit: estateAudit, reviewer: user.name })
    .from(estateAudit)
    .leftJoin(user, eq(user.id, estateAudit.reviewer_id))
    .where(eq(estateAudit.estate_id, estateId))
    .orderBy(desc(estateAudit.submitted_at), desc(estateAudit.id))
    .limit(mostEntries);
  const mayReadRules = rulePermissions.some((code) => caller.permissions.has(code));
  const isRule = (field: string) => ruleFields.some((name) => name === field);
  return rows.map(({ audit, reviewer }, index): EstateAuditEntry => {
    const { submitter_name } = audit;
    return rowOf(EstateAuditEntry, audit, {
      reviewer,
      submitter: submitter_name,
      diff: audit.diff.filter(({ field }) => mayReadRules || !isRule(field)),
      refused: index === 0 && mayCall(caller, estateContract.update) ? refusedIn(audit) : null,
    });
  });
}

/** What a refused change would have given the estate. */
function refusedIn({ action, status, snapshot, before }: typeof estateAudit.$inferSelect): EstateAuditEntry["refused"] {
  if (action !== "update" || status !== "rejected" || before === null) return null;
  const stood: Readonly<Record<string, unknown>> = before.fields;
  const wanted = Object.entries(snapshot.fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stood[name]),
  );
  return wanted.length ? Object.fromEntries(wanted) : null;
}

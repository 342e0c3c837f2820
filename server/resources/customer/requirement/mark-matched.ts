import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { requirement as contract } from "~/contract/customer/requirement";
import { requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import type { SignedCall } from "~/server/lib/call";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { estateRefs, isMatchable } from "~/server/resources/shared/estates";
import { requirementOf } from "./requirement-view";
import { auditRequirement, lockRequirement } from "./write";

type Body = z.output<typeof contract.match.body>;
type Changes = NonNullable<Parameters<typeof auditRequirement>[3]["changes"]>;

/** Writes which estates are fit for an open requirement; with any it is matched. */
export async function markMatched(call: SignedCall, id: number, { estate_ids, version }: Body) {
  const { db, user } = call;
  const { row, about } = await lockRequirement(call, id);
  if (row.status === "closed") return refuse(40902);
  await checkVersion(row, version, () => requirementOf(db, user, id));
  const before = row.matched_estate_ids;
  const after = [...new Set(estate_ids)];
  const added = after.filter((one) => !before.includes(one));
  if (added.length === 0 && after.length === before.length) return requirementOf(db, user, id);
  await refuseUnfit(call, row.country_code, added);
  await setRow(db, requirement, id, {
    matched_estate_ids: after,
    status: after.length ? "matched" : "open",
    version: version + 1,
    ...changedBy(call),
  });
  const names = await estateRefs(db, [...before, ...after]);
  const words = (ids: readonly number[]) =>
    names(ids)
      .map(({ name }) => name)
      .join("、") || null;
  const changes: Changes = [
    { field: "matched_estate_ids", label: "匹配房源", before: words(before), after: words(after) },
  ];
  await auditRequirement(call, row, about, { action: "update", verb: "标记匹配房源", changes });
  return requirementOf(db, user, id);
}

/** Those marked before may stay, though they be sold since. */
async function refuseUnfit({ db }: SignedCall, country: string, added: readonly number[]): Promise<void> {
  if (added.length === 0) return;
  const fit = await db.$count(
    estate,
    and(isMatchable, inArray(estate.id, [...added]), eq(estate.country_code, country)),
  );
  if (fit === added.length) return;
  const message = "只能标记该国家/地区已上架、在售的房源";
  return refuseFields([{ field: "estate_ids", label: "匹配房源", message }]);
}

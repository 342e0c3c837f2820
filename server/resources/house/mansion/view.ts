import { eq, or } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import { mansion as contract, type MansionDetail, MansionFields, MansionRow } from "~/contract/house/mansion";
import type { Db } from "~/server/database/database";
import { mansion, mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import { found, idsOf, type Looking, rowOf } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { districtsOf } from "~/server/resources/shared/districts";
import { coversOf } from "../album/album-view";
import { estatesOf } from "./children";

type Mansion = typeof mansion.$inferSelect;
export async function toMansionRows({ db, services, user }: Looking, rows: readonly Mansion[]): Promise<MansionRow[]> {
  const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
  const covers = await coversOf(db, services, "mansion", idsOf(rows));
  const estates = await estatesOf(db, idsOf(rows));
  const mayEdit = mayCall(user, contract.update);
  return rows.map((row) => {
    const { id, district_id, status } = row;
    return rowOf(MansionRow, row, {
      district: places.find((place) => place.id === district_id)?.name ?? "",
      cover: covers.get(id) ?? null,
      estate_count: estates.get(id) ?? 0,
      can: {
        edit: mayEdit && status !== "merged",
        enable: mayEdit && status === "disabled",
        disable: mayEdit && status === "enabled",
        merge: mayEdit && status === "enabled",
        delete: mayEdit && status !== "merged",
      },
    });
  });
}

export async function mansionOf(call: Looking, id: number): Promise<MansionDetail> {
  const { db } = call;
  const [selected] = await db.select().from(mansion).where(isPresent(mansion, id));
  const row = found(selected);
  const [shown] = await toMansionRows(call, [row]);
  return {
    ...factsOf(row),
    ...found(shown),
    application_count: await db.$count(
      mansionApplication,
      or(eq(mansionApplication.mansion_id, id), eq(mansionApplication.result_mansion_id, id)),
    ),
    owner_count: await db.$count(mansionOwner, eq(mansionOwner.mansion_id, id)),
    merged_to: row.merged_to_id ? await finalMansion(db, row.merged_to_id) : null,
  };
}

const fieldNames = Object.keys(MansionFields.shape);

const factsOf = (row: Mansion): MansionFields =>
  // The columns take any text; what they hold has passed these fields.
  Object.fromEntries(Object.entries(row).filter(([name]) => fieldNames.includes(name))) as MansionFields;

/** The building that one with this number is now: itself, or the one it was merged into. */
async function finalMansion(db: Db, id: number) {
  for (let next = id; ; ) {
    const [row] = await db
      .select({ id: mansion.id, mansion_no: mansion.mansion_no, name: mansion.name, to: mansion.merged_to_id })
      .from(mansion)
      .where(isPresent(mansion, next));
    const { to, ...held } = found(row);
    if (to === null) return held;
    next = to;
  }
}

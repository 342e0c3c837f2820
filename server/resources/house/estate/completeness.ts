import { and, eq } from "drizzle-orm";
import { labelOf } from "~/contract/field";
import { type EstateDetail, neededPictures } from "~/contract/house/estate";
import { demandedFields, EstateFields, missingFields } from "~/contract/house/estate-record";
import { room } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import type { SignedCall } from "~/server/lib/services";
import type { Estate } from "./facts";

export type Completeness = EstateDetail["completeness"];
export async function completenessOf(db: SignedCall["db"], row: Estate): Promise<Completeness> {
  const pictures = await db
    .select({ category: album.category, is_cover: album.is_cover })
    .from(album)
    .where(and(eq(album.owner_type, "estate"), eq(album.owner_id, row.id)));
  const hasRooms = (await db.$count(room, and(eq(room.estate_id, row.id), eq(room.is_proposed, false)))) > 0;
  return completenessIn({ fields: row, pictures, hasRooms, isApproved: row.audit_status === "approved" });
}

export interface Known {
  fields: Partial<Pick<EstateFields, (typeof demandedFields)[number] | "tenure_years" | "lat" | "lng">>;
  pictures: readonly { category: string; is_cover: boolean }[];
  /** All of them have a plan. */
  hasRooms: boolean;
  isApproved: boolean;
}

/** The same of one that is only proposed. */
export function completenessIn({ fields, pictures, hasRooms, isApproved }: Known): Completeness {
  const missing = missingFields(fields);
  const hasPicture = (key: string) =>
    pictures.some(({ category }) => category === key) || (key === "floor_plan" && hasRooms);
  const hasCoords = (fields.lat ?? null) !== null && (fields.lng ?? null) !== null;
  return [
    ...[...new Set([...demandedFields, ...missing])].map((key) => ({
      key,
      label: labelOf(EstateFields.shape[key], key),
      is_met: !missing.includes(key),
      needed: "submit" as const,
    })),
    ...neededPictures.map(({ key, label }) => ({
      key,
      label: `至少一张${label}`,
      is_met: hasPicture(key),
      needed: "submit" as const,
    })),
    { key: "approved", label: "审核通过", is_met: isApproved, needed: "publish" },
    { key: "coords", label: "坐标", is_met: hasCoords, needed: "publish" },
    { key: "cover", label: "封面", is_met: pictures.some(({ is_cover }) => is_cover), needed: "publish" },
  ];
}

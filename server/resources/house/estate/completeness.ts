import { and, eq } from "drizzle-orm";
import { type EstateDetail, neededPictures } from "~/contract/house/estate";
import { album } from "~/server/database/tables/house/property";
import type { SignedCall } from "~/server/lib/call";
import type { Estate } from "./lock";

type Completeness = EstateDetail["completeness"];

/** What an estate must have before it is submitted, or goes online, and whether it has it. */
export async function completenessOf(
  db: SignedCall["db"],
  { id, lat, lng, audit_status }: Pick<Estate, "id" | "lat" | "lng" | "audit_status">,
): Promise<Completeness> {
  const pictures = await db
    .select({ category: album.category, is_cover: album.is_cover })
    .from(album)
    .where(and(eq(album.owner_type, "estate"), eq(album.owner_id, id)));
  return completenessIn(pictures, { lat, lng, audit_status });
}

/** The same of an album that is only proposed. */
export function completenessIn(
  pictures: readonly { category: string; is_cover: boolean }[],
  { lat, lng, audit_status }: Pick<Estate, "lat" | "lng" | "audit_status">,
): Completeness {
  return [
    ...neededPictures.map(({ key, label }) => ({
      key,
      label: `相册至少一张${label}`,
      is_met: pictures.some(({ category }) => category === key),
      needed: "submit" as const,
    })),
    { key: "approved", label: "审核已通过", is_met: audit_status === "approved", needed: "publish" },
    { key: "coords", label: "已填写坐标", is_met: lat !== null && lng !== null, needed: "publish" },
    { key: "cover", label: "相册有封面", is_met: pictures.some(({ is_cover }) => is_cover), needed: "publish" },
  ];
}

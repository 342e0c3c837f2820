import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { album } from "~/server/database/tables/house/property";
import { media, role, user, userRole } from "~/server/database/tables/system/system";

/** Those who write content. */
export async function editors(
  tx: Transaction,
  code: "content_editor" | "seo_editor" = "content_editor",
): Promise<number[]> {
  const rows = await tx
    .select({ id: user.id })
    .from(user)
    .innerJoin(userRole, eq(userRole.user_id, user.id))
    .innerJoin(role, eq(role.id, userRole.role_id))
    .where(eq(role.code, code))
    .orderBy(asc(user.id));
  return rows.map(({ id }) => id);
}

/** Pictures of estates' outsides, which anybody may see. */
export async function ownPictures(tx: Transaction): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: media.id })
    .from(media)
    .innerJoin(album, eq(album.media_id, media.id))
    .where(
      and(
        eq(media.kind, "image"),
        eq(media.is_private, false),
        eq(media.status, "ready"),
        eq(album.category, "exterior"),
      ),
    )
    .orderBy(asc(media.id));
  return rows.map(({ id }) => id);
}

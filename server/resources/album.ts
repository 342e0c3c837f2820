import { and, eq, isNull } from "drizzle-orm";
import { album as contract } from "~/contract/album";
import { mansion } from "~/server/database/tables/property";
import type { SignedCall } from "~/server/lib/call";
import { found, refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { albumOf } from "./album/album-view";
import { type AlbumOwner, replaceAlbum } from "./album/replace";

export const albumHandlers = [
  serve(contract.ofMansion, async (call) => {
    await mansionOwner(call, call.params.id, false);
    return albumOf(call, "mansion", call.params.id);
  }),

  serve(contract.replaceOfMansion, async (call) =>
    replaceAlbum(call, await mansionOwner(call, call.params.id, true), call.body),
  ),
];

/** The building whose album it is; held until the commit where the album is to be changed, so that a merge comes before or after. */
async function mansionOwner({ db }: SignedCall, id: number, isHeld: boolean): Promise<AlbumOwner> {
  const { mansion_no, name, status } = mansion;
  const asked = db
    .select({ mansion_no, name, status })
    .from(mansion)
    .where(and(eq(mansion.id, id), isNull(mansion.deleted_at)));
  const [row] = await (isHeld ? asked.for("update") : asked);
  const owner = found(row);
  if (isHeld && owner.status === "merged") return refuse(40902);
  return { type: "mansion", id, name: owner.name, title: `楼栋 ${owner.mansion_no} ${owner.name}`, module: "house" };
}

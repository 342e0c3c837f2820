import { mayCall } from "~/contract/endpoint";
import { album as contract } from "~/contract/house/album";
import { estate } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { found, pick, refuse, type SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { serve } from "~/server/lib/serve";
import { albumOf } from "./album/album-view";
import { type AlbumOwner, replaceAlbum } from "./album/replace";
import { estateAlbum, proposeAlbum } from "./estate/album-proposal";
import { lockEstate } from "./estate/facts";
import { modeOf } from "./estate/proposal";

export const albumHandlers = [
  serve(contract.ofMansion, async (call) => {
    await mansionOwner(call, call.params.id, false);
    return albumOf(call, "mansion", call.params.id);
  }),

  serve(contract.replaceOfMansion, async (call) =>
    replaceAlbum(call, await mansionOwner(call, call.params.id, true), call.body),
  ),

  serve(contract.ofEstate, async (call) => {
    const { db, params, query, user } = call;
    const [row] = await pick(db, estate, ["id", "proposed_album"], isPresent(estate, params.id));
    return estateAlbum(call, found(row), mayCall(user, contract.replaceOfEstate) && query.proposed === true);
  }),

  serve(contract.replaceOfEstate, async (call) => {
    const row = await lockEstate(call, call.params.id);
    const way = await modeOf(call, row);
    const title = `房源 ${row.estate_no} ${row.name}`;
    const owner: AlbumOwner = { type: "estate", id: row.id, name: row.name, title, module: "house" };
    if (way === "live") await replaceAlbum(call, owner, call.body);
    else await proposeAlbum(call, row, call.body);
    return estateAlbum(call, await lockEstate(call, row.id), true);
  }),
];

/** The building whose album it is; locked until the commit where the album is to be changed, so that a merge comes before or after. */
async function mansionOwner({ db }: SignedCall, id: number, isLocked: boolean): Promise<AlbumOwner> {
  const { mansion_no, name, status } = mansion;
  const asked = db.select({ mansion_no, name, status }).from(mansion).where(isPresent(mansion, id));
  const [row] = await (isLocked ? asked.for("update") : asked);
  const owner = found(row);
  if (isLocked && owner.status === "merged") return refuse(40902);
  return { type: "mansion", id, name: owner.name, title: `楼栋 ${owner.mansion_no} ${owner.name}`, module: "house" };
}

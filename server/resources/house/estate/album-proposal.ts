import { eq } from "drizzle-orm";
import type { AlbumItem, EstateAlbum } from "~/contract/house/album";
import { estate, room } from "~/server/database/tables/house/estate";
import { type ActingCall, setRow } from "~/server/lib/call";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { albumIn, albumRows, recordsOf, versionOf } from "../album/album-view";
import { changesOfAlbum, summaryOf } from "../album/changes";
import { giveUp } from "../album/files";
import { checkedAlbum } from "../album/replace";
import { auditEstate, type Estate } from "./facts";
import { fileProposal } from "./proposal";

export type Owner = Pick<Estate, "id" | "proposed_album">;

/** An estate's album as it is, or, if wanted, as a waiting change would make it. */
export async function estateAlbum(
  { db, services }: Pick<ActingCall, "db" | "services">,
  owner: Owner,
  isProposed: boolean,
): Promise<EstateAlbum> {
  const is_proposed = isProposed && owner.proposed_album !== null;
  const rows = is_proposed ? await thoughtOf(db, owner) : await albumRows(db, "estate", owner.id);
  const held = new Set(rows.map(({ media_id }) => media_id));
  const plans = await plansOf(db, owner.id, isProposed);
  return {
    ...albumIn(services, rows),
    is_proposed,
    plans: albumIn(
      services,
      plans.filter(({ media_id }) => !held.has(media_id)),
    ).items,
  };
}

/** The plans of an estate's layouts as entries of an album, each once: of the live layouts, or as a waiting change would make them. */
async function plansOf(db: ActingCall["db"], estateId: number, isProposed: boolean) {
  const rooms = await db
    .select({
      ...{ name: room.name, plan: room.floor_plan_id, proposed: room.proposed },
      ...{ is_proposed: room.is_proposed, is_leaving: room.is_leaving },
    })
    .from(room)
    .where(eq(room.estate_id, estateId))
    .orderBy(room.sort, room.id);
  const shown = rooms
    .filter((one) => (isProposed ? !one.is_leaving : !one.is_proposed))
    .map(({ name, plan, proposed }) => ({
      name: (isProposed && proposed?.name) || name,
      plan: (isProposed && proposed?.floor_plan_id) || plan,
    }));
  const items = [...new Set(shown.map(({ plan }) => plan))].map(
    (media_id, sort): AlbumItem => ({
      ...{ media_id, category: "floor_plan", sort, is_cover: false },
      caption: shown.flatMap(({ plan, name }) => (plan === media_id ? name : [])).join("、"),
    }),
  );
  return recordsOf(db, items);
}

/** What the album is thought to become. */
const thoughtOf = (db: ActingCall["db"], { id, proposed_album }: Owner) =>
  proposed_album ? recordsOf(db, proposed_album) : albumRows(db, "estate", id);
/** Proposes these entries in the place of all that an approved estate's album holds; it is locked. The same ones as now take the proposal back. */

export async function proposeAlbum(
  call: ActingCall,
  row: Estate,
  { version, items }: { version: string; items: readonly AlbumItem[] },
): Promise<void> {
  const { db } = call;
  const before = await thoughtOf(db, row);
  await checkVersion({ version: versionOf(before) }, version, () => estateAlbum(call, row, true));
  const after = await checkedAlbum(call, items, before);
  if (versionOf(after) === version) return;
  const isLive = versionOf(after) === versionOf(await albumRows(db, "estate", row.id));
  const proposed = after.map(({ media_id, category, caption, sort, is_cover }) => ({
    ...{ media_id, category, caption, sort, is_cover },
  }));
  await setRow(db, estate, row.id, {
    proposed_album: isLive ? null : proposed,
    ...changedBy(call),
  });
  const changes = changesOfAlbum(before, after);
  await auditEstate(call, row, {
    summary: `编辑相册 房源 ${row.estate_no} ${row.name}（待审核）：${summaryOf(changes, before, after)}`,
    changes,
  });
  await fileProposal(call, row.id);
  const kept = new Set(after.map(({ media_id }) => media_id));
  await giveUp(
    call,
    before.map(({ media_id }) => media_id).filter((id) => !kept.has(id)),
  );
}

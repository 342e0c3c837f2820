import { and, eq, gt, inArray } from "drizzle-orm";
import type { z } from "zod";
import { type media as contract, MediaFields } from "~/contract/content/media";
import { isoInstant } from "~/server/database/tables/columns";
import { media } from "~/server/database/tables/system/system";
import { type BatchOf, type Done, keepBatch } from "~/server/lib/batch";
import { Refusal, refuse, refuseFields, rowsOf, type SignedCall, setRow } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { uploadHours } from "~/server/lib/media";
import { undoRecords } from "../life";
import { moveUses } from "./move";
import { inWords, type Kinds, usesOf } from "./uses";
import { inLibrary, type MediaFile } from "./view";

const files = entity({
  ...{ table: media, module: "resource", type: "media", title: "素材", fields: MediaFields },
  nameOf: ({ name }) => name,
});

const undoable: BatchOf = { act: "media", targetType: "media", permission: "content:media:edit" };

/** Keeps one act so that it can be taken back; answers the batch. */
async function keepAct(call: SignedCall, id: number, result: Done): Promise<{ id: number; batch_id: number }> {
  const batch_id = await keepBatch(call, undoable, { done: [{ id, result }], failed: [] });
  return { id, batch_id: batch_id ?? refuse(50000) };
}

export const keepActs = (call: SignedCall, rows: Parameters<typeof keepBatch>[2]) => keepBatch(call, undoable, rows);

/** A file of the library, locked until the commit. */
export async function lockFile(call: SignedCall, id: number, version?: number): Promise<MediaFile> {
  const [row] = await rowsOf(call.db, media, and(eq(media.id, id), inLibrary), { lock: "update" });
  if (!row) return refuse(40400);
  return version === undefined ? row : files.lock(call, id, version);
}

const readyFile = async (call: SignedCall, id: number, version?: number) => {
  const row = await lockFile(call, id, version);
  return row.status === "ready" ? row : refuse(40902);
};

type Body<N extends "update" | "replace" | "crop"> = z.output<(typeof contract)[N]["body"]>;

export async function editFile(call: SignedCall, id: number, { version, ...values }: Body<"update">) {
  const row = await readyFile(call, id, version);
  const { name, alt_zh, alt_zh_tw, alt_ja, alt_en, focus_x, focus_y, is_kept } = row;
  const changed = await files.edit(call, row, values);
  // What somebody has worked on stays.
  await setRow(call.db, media, id, { is_kept: true });
  const before = { name, alt_zh, alt_zh_tw, alt_ja, alt_en, focus_x, focus_y, is_kept };
  return keepAct(call, id, { before, version_after: changed.version });
}

/** The caller's own files of the library's scenes, new and whole; others are left out. */
const ownFiles = ({ user, services }: SignedCall, ids: readonly number[]) =>
  and(
    inArray(media.id, [...ids]),
    inLibrary,
    eq(media.status, "ready"),
    eq(media.uploader, user.id),
    gt(media.created_at, isoInstant(services.now().getTime() - uploadHours * 3_600_000)),
  );

/** Files that were sent stay in the library. One that is there already, sent again, was theirs before. */
export async function keepFiles(call: SignedCall, ids: readonly number[]): Promise<void> {
  const rows = await rowsOf(call.db, media, and(inArray(media.id, [...ids]), inLibrary), {
    order: media.id,
    lock: "update",
  });
  for (const row of rows)
    if (!row.is_kept && (!row.is_private || row.uploader === call.user.id))
      await files.change(call, row, { is_kept: true }, { action: "create", verb: "上传" });
}

export async function replaceFile(call: SignedCall, kinds: Kinds, id: number, { media_id, version }: Body<"replace">) {
  const row = await readyFile(call, id, version);
  const wrong = (message: string) => refuseFields([{ field: "media_id", label: "新文件", message }]);
  if (media_id === id) return wrong("新文件与原文件相同");
  const [next] = await rowsOf(call.db, media, ownFiles(call, [media_id]), { lock: "update" });
  const isKnown = !next || next.is_kept || (await usesOf(call.db, kinds, next.id)).length > 0;
  if (isKnown) return wrong("文件不存在、未上传完成，或已在素材库中使用，请重新上传");
  if (next.scene !== row.scene) return wrong("新文件须与原文件同类");
  return takePlace(call, kinds, { row, next, verb: "替换" });
}

interface Change {
  row: MediaFile;
  next: MediaFile;
  verb: string;
}

/** One file takes another's place, with its name and words: a new number, so a new address. */
export async function takePlace(call: SignedCall, kinds: Kinds, { row, next, verb }: Change) {
  const moved = await moveUses(call, kinds, { from: row.id, to: next.id });
  const { alt_zh, alt_zh_tw, alt_ja, alt_en, focus_x, focus_y } = row;
  const name = row.mime === next.mime ? row.name : next.name;
  const values = { name, alt_zh, alt_zh_tw, alt_ja, alt_en, focus_x, focus_y, is_kept: true };
  const named = { ...next, ...values };
  const summary = `${verb}素材 ${row.name}（${moved}处引用随之更新）`;
  const changed = await files.change(call, next, values, { summary, named });
  await setRow(call.db, media, row.id, { replaced_by: next.id, is_kept: false, version: row.version + 1 });
  return keepAct(call, next.id, { before: { replaced: row.id }, version_after: changed.version });
}

export async function trashFile(call: SignedCall, kinds: Kinds, id: number): Promise<Done> {
  const row = await readyFile(call, id);
  const uses = await usesOf(call.db, kinds, id);
  if (uses.length > 0) return refuse(40904, { n: inWords(uses) });
  const values = { status: "trashed", trashed_at: isoInstant(call.services.now()) };
  const changed = await files.change(call, row, values, { action: "delete", verb: "删除" });
  return { before: { status: "ready", trashed_at: null, is_kept: true }, version_after: changed.version };
}

export async function restoreFile(call: SignedCall, id: number): Promise<Done> {
  const row = await lockFile(call, id);
  if (row.status !== "trashed") return refuse(40902);
  const { trashed_at } = row;
  const values = { status: "ready", trashed_at: null, is_kept: true };
  const changed = await files.change(call, row, values, { action: "restore", verb: "恢复" });
  return { before: { status: "trashed", trashed_at }, version_after: changed.version };
}

/** The next sweep deletes the file. */
export async function destroyFile(call: SignedCall, id: number): Promise<void> {
  const row = await lockFile(call, id);
  if (row.status !== "trashed") throw new Refusal(40902, "请先删除到回收站，再彻底删除");
  await files.change(call, row, { status: "removed", is_kept: false }, { action: "destroy", verb: "彻底删除" });
}

/** Takes acts on files back: those that nobody has changed since. */
export const undoFiles = (kinds: Kinds) =>
  undoRecords<MediaFile>(
    { lock: lockFile, change: (call, row, before, line) => putBack(call, kinds, row, before, line) },
    "撤销修改：",
  );

async function putBack(
  call: SignedCall,
  kinds: Kinds,
  row: MediaFile,
  before: Record<string, unknown>,
  line: { verb: string },
): Promise<void> {
  if (before.status === "trashed") {
    const uses = await usesOf(call.db, kinds, row.id);
    if (uses.length > 0) return refuse(40904, { n: inWords(uses) });
  }
  if (typeof before.replaced !== "number") {
    await files.change(call, row, before, line);
    return;
  }
  const [old] = await rowsOf(call.db, media, eq(media.id, before.replaced), { lock: "update" });
  if (old?.status !== "ready") throw new Refusal(40902, "原文件已被清理");
  await moveUses(call, kinds, { from: row.id, to: old.id });
  await files.change(call, old, { replaced_by: null, is_kept: true }, line);
  await setRow(call.db, media, row.id, { replaced_by: old.id, is_kept: false, version: row.version + 1 });
}

import type { Editor } from "@tiptap/react";
import { call } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import { media } from "~/contract/content/media";
import { complaint } from "../upload/use-uploads";
import { deliver, keepFile } from "./picture-files";

export async function sendPicture(editor: Editor, key: string): Promise<void> {
  const id = await deliver(key);
  if (!id || editor.isDestroyed) return;
  editor.commands.command(({ tr }) => {
    tr.doc.descendants((node, at) => {
      if (node.attrs.sending === key) tr.setNodeMarkup(at, undefined, { ...node.attrs, mediaId: id, sending: null });
    });
    // Its arrival is not a step of the user's undo history.
    tr.setMeta("addToHistory", false);
    return true;
  });
}

/** Keeps the files that are pictures, and says what the others are. */
async function takePictures(files: Iterable<File>): Promise<string[]> {
  const complaints: string[] = [];
  const keys: string[] = [];
  for (const file of files) {
    const wrong = await complaint(file, "content").catch(() => undefined);
    if (wrong) complaints.push(wrong);
    else keys.push(keepFile(file));
  }
  if (complaints.length > 0) toast.error(complaints.slice(0, 3).join("；"), { duration: 8_000 });
  return keys;
}

/** Inserts pictures at the caret or at a place, and sends them. Reports files that are no pictures, or too large. */
export async function insertPictures(editor: Editor, files: Iterable<File>, place?: number): Promise<void> {
  const keys = await takePictures(files);
  if (keys.length === 0 || editor.isDestroyed) return;
  const nodes = keys.map((sending) => ({ type: "picture", attrs: { sending } }));
  if (place === undefined) editor.chain().focus().insertContent(nodes).run();
  else editor.chain().focus().insertContentAt(place, nodes).run();
  await Promise.all(keys.map((key) => sendPicture(editor, key)));
}

/** Puts pictures in the places of missing ones, in their order from this one on; what is left comes behind the last. */
export async function fillMissing(editor: Editor, files: Iterable<File>, from: number): Promise<void> {
  const keys = await takePictures(files);
  if (keys.length === 0 || editor.isDestroyed) return;
  editor.commands.command(({ tr, state: { schema } }) => {
    const places: { at: number; alt: unknown }[] = [];
    tr.doc.descendants((node, at) => {
      if (node.type.name === "missing" && at >= from) places.push({ at, alt: node.attrs.value });
    });
    for (const [order, { at, alt }] of places.slice(0, keys.length).entries())
      tr.setNodeMarkup(at, schema.nodes.picture, { sending: keys[order], alt });
    const rest = keys.slice(places.length).flatMap((sending) => schema.nodes.picture?.create({ sending }) ?? []);
    if (rest.length > 0) tr.insert((places.at(-1)?.at ?? from) + 1, rest);
    return true;
  });
  await Promise.all(keys.map((key) => sendPicture(editor, key)));
}

const fetching = new Set<string>();
/** Pictures are fetched one after the other: an article has dozens. */
let last: Promise<unknown> = Promise.resolve();

/** Lets the server fetch a missing picture from where it was; without success it stays missing. */
export async function fetchMissing(editor: Editor, source: string): Promise<void> {
  if (fetching.has(source)) return;
  fetching.add(source);
  const asked = last.then(() => call(media.fetch, { body: { url: source } }, { silent: true }));
  last = asked.catch(() => undefined);
  const picture = await asked.catch(() => undefined);
  fetching.delete(source);
  if (editor.isDestroyed) return;
  editor.commands.command(({ tr, state: { schema } }) => {
    tr.doc.descendants((node, at) => {
      if (node.type.name !== "missing" || node.attrs.source !== source) return;
      if (picture) tr.setNodeMarkup(at, schema.nodes.picture, { mediaId: picture.id, alt: node.attrs.value });
      else tr.setNodeMarkup(at, undefined, { ...node.attrs, source: null });
    });
    // Its arrival is not a step of the user's undo history.
    tr.setMeta("addToHistory", false);
    return true;
  });
}

/** Inserts pictures of the media library at the caret. */
export function insertKnown(editor: Editor, files: readonly { id: number }[]): void {
  const nodes = files.map(({ id }) => ({ type: "picture", attrs: { mediaId: id } }));
  if (!editor.isDestroyed) editor.chain().focus().insertContent(nodes).run();
}

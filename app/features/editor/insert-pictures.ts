import type { Editor } from "@tiptap/react";
import { toast } from "~/app/api/toast";
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

/** Inserts pictures at the caret or at a place, and sends them. Reports files that are no pictures, or too large. */
export async function insertPictures(editor: Editor, files: Iterable<File>, place?: number): Promise<void> {
  const complaints: string[] = [];
  const keys: string[] = [];
  for (const file of files) {
    const wrong = await complaint(file, "content").catch(() => undefined);
    if (wrong) complaints.push(wrong);
    else keys.push(keepFile(file));
  }
  if (complaints.length > 0) toast.error(complaints.slice(0, 3).join("；"), { duration: 8_000 });
  if (keys.length === 0 || editor.isDestroyed) return;
  const nodes = keys.map((sending) => ({ type: "picture", attrs: { sending } }));
  if (place === undefined) editor.chain().focus().insertContent(nodes).run();
  else editor.chain().focus().insertContentAt(place, nodes).run();
  await Promise.all(keys.map((key) => sendPicture(editor, key)));
}

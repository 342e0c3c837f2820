import { screen } from "@testing-library/react";
import type { Editor } from "@tiptap/react";

/** Writes into an editor of the page, as the library keeps it at its element. */
export async function writeRich(label: string, html: string): Promise<void> {
  const element = await screen.findByLabelText(label, { selector: "[contenteditable]" });
  (element as HTMLElement & { editor: Editor }).editor.commands.insertContent(html);
}

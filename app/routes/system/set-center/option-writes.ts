import type { WriteAction } from "~/app/api/writes";
import { renewScene } from "~/app/blocks/form/scenes";
import type { dictionaryScenes } from "~/contract/shared/option";
import { type OptionRow, optionEntry } from "~/contract/system/option-entry";

/** What the tab of the dictionary writes. */
export const optionActs = {
  createOption: optionEntry.create,
  updateOption: optionEntry.update,
  removeOption: optionEntry.remove,
};
export type OptionAction = WriteAction<typeof optionActs>;

/** Selects offer what has just been changed. */
export function renewOptions(scene: keyof typeof dictionaryScenes): void {
  renewScene(scene);
  // The same words by another name.
  if (scene === "customer_tag") renewScene("tags");
}

/** What a dialog is open for: a new entry, or one to edit or remove. */
export type OptionAsked = { act: "add" } | { act: "edit" | "remove"; row: OptionRow };

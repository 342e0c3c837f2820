import { renewScene } from "~/app/session/scenes";
import type { dictionaryScenes } from "~/contract/shared/option";

export function renewOptions(scene: keyof typeof dictionaryScenes): void {
  renewScene(scene);
  // The same entries by another name.
  if (scene === "customer_tag") renewScene("tags");
}

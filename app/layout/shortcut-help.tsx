import { useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { shortcutsInForce, useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";

const ShortcutList = lazyPart(() => import("./shortcuts/shortcut-list"), "ShortcutList");

export function useShortcutHelp() {
  const [shown, setShown] = useState<ReturnType<typeof shortcutsInForce>>();
  // Read before the dialog covers the page.
  const open = () => setShown(shortcutsInForce(document.body));
  useShortcuts("frame", () => [{ key: "?", label: t("快捷键一览"), run: open }]);
  return { open, dialog: shown ? <ShortcutList shown={shown} onClose={() => setShown(undefined)} /> : null };
}

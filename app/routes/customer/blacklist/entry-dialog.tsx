import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { BlacklistDetail } from "~/contract/customer/blacklist";
import { editing, removing } from "./blacklist-dialogs";

const BlacklistView = lazyPart(() => import("./blacklist-view"), "BlacklistView");

interface EntryDialogProps {
  opened: "view" | "edit" | "remove";
  entry: BlacklistDetail;
  onClose: () => void;
}

/** An entry: its form, the question before it goes, or what is known of it. */
export function EntryDialog({ opened, entry, onClose }: EntryDialogProps) {
  if (opened === "edit" && entry.can.edit) return <ActDialog form={editing} of={entry} onClose={onClose} />;
  if (opened === "remove" && entry.can.remove) return <ActDialog form={removing} of={entry} onClose={onClose} />;
  return <BlacklistView entry={entry} onClose={onClose} />;
}

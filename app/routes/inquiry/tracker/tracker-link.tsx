import { LinkCode } from "~/app/features/link-code/link-code";
import { type TrackerRow, tracker } from "~/contract/inquiry/tracker";

export const TrackerLink = ({ row: { id, name, link }, onClose }: { row: TrackerRow; onClose: () => void }) => (
  <LinkCode {...{ id, name, link, onClose }} qrcode={tracker.qrcode} />
);

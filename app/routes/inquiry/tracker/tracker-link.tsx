import { LinkCode } from "~/app/features/link-code/link-code";
import { type TrackerRow, tracker } from "~/contract/inquiry/tracker";

interface TrackerLinkProps {
  row: TrackerRow;
  onClose: () => void;
}

export const TrackerLink = ({ row: { id, name, link }, onClose }: TrackerLinkProps) => (
  <LinkCode {...{ id, name, link, onClose }} qrcode={tracker.qrcode} />
);

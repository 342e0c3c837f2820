import { PhoneRecord } from "~/app/blocks/list/row/phone-record";
import { DealView } from "./deal-drawer";
import type { EditDeal } from "./deal-edit";

export const DealPage = ({ id, onEdit, onClose }: { id: number; onEdit: EditDeal; onClose: () => void }) => (
  <PhoneRecord onClose={onClose}>
    <DealView id={id} onEdit={onEdit} onGone={onClose} />
  </PhoneRecord>
);

import { PhoneRecord } from "~/app/blocks/list/row/phone-record";
import { DealView } from "./deal-drawer";
import type { EditDeal } from "./deal-edit";

export function DealPage({ id, onEdit, onClose }: { id: number; onEdit: EditDeal; onClose: () => void }) {
  return (
    <PhoneRecord onClose={onClose}>
      <DealView id={id} onEdit={onEdit} onGone={onClose} />
    </PhoneRecord>
  );
}

import { PhoneRecord } from "~/app/blocks/list/row/phone-record";
import { DealView } from "./deal-drawer";
import type { EditDeal } from "./deal-edit";

interface DealPageProps {
  id: number;
  onEdit: EditDeal;
  onClose: () => void;
}

export function DealPage({ id, onEdit, onClose }: DealPageProps) {
  return (
    <PhoneRecord onClose={onClose}>
      <DealView id={id} onEdit={onEdit} onGone={onClose} />
    </PhoneRecord>
  );
}

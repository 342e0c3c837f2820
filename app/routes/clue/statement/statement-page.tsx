import { PhoneRecord } from "~/app/blocks/list/row/phone-record";
import { StatementDrawer } from "./statement-drawer";

export function StatementPage({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <PhoneRecord onClose={onClose}>
      <StatementDrawer id={id} row={undefined} isWriting={false} onWrite={stay} onNext={undefined} onClose={onClose} />
    </PhoneRecord>
  );
}

const stay = () => undefined;

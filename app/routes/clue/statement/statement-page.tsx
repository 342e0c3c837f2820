import { PhoneRecord } from "~/app/blocks/list/row/phone-record";
import { StatementDrawer } from "./statement-drawer";

export const StatementPage = ({ id, onClose }: { id: number; onClose: () => void }) => (
  <PhoneRecord onClose={onClose}>
    <StatementDrawer id={id} row={undefined} isWriting={false} onWrite={stay} onNext={undefined} onClose={onClose} />
  </PhoneRecord>
);

const stay = () => undefined;

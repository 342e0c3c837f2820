import { PhoneRecord } from "~/app/blocks/list/row/phone-record";
import { ClueDrawer } from "./clue-drawer";

export const CluePage = ({ id, onClose }: { id: number; onClose: () => void }) => (
  <PhoneRecord onClose={onClose}>
    <ClueDrawer id={id} row={undefined} isWriting={false} onWrite={stay} onNext={undefined} onClose={onClose} />
  </PhoneRecord>
);

const stay = () => undefined;

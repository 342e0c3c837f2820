import { Button, Text } from "@mantine/core";
import { Dialog, DialogFoot } from "./dialog";

interface ConfirmProps {
  title: string;
  /** What will happen, and to which records; see `namesOf`. */
  text: string;
  confirmLabel: string;
  pending: boolean;
  isDanger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export const Confirm = ({ title, text, confirmLabel, pending, isDanger = true, onConfirm, onClose }: ConfirmProps) => (
  <Dialog onClose={onClose} title={title}>
    <Text style={{ overflowWrap: "anywhere" }}>{text}</Text>
    <DialogFoot mt="lg" onClose={onClose} isSafe>
      <Button color={isDanger ? "red.9" : undefined} onClick={onConfirm} loading={pending}>
        {confirmLabel}
      </Button>
    </DialogFoot>
  </Dialog>
);

import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { finishing } from "~/app/features/schedule/schedule-actions";
import type { ScheduleRow } from "~/contract/schedule/schedule";

export const FinishSchedule = ({ row, onClose }: { row: ScheduleRow; onClose: () => void }) => (
  <ActDialog form={finishing} of={row} onClose={onClose} />
);

import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import { clue } from "~/contract/clue/clue";
import type { ClueRow } from "~/contract/clue/clue-record";
import { ClueLine } from "./clue-line";

export function ClueLogs({ row, onClose }: { row: ClueRow; onClose: () => void }) {
  const logs = useCall(clue.logs, { params: { id: row.id } });
  return (
    <Dialog onClose={onClose} size="lg" title={t("{name}的记录", { name: row.customer_name })}>
      <AsyncPart {...logs} shape="list">
        {(list) => <ClueLine logs={list} />}
      </AsyncPart>
    </Dialog>
  );
}

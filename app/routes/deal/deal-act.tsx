import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";
import type { DealDetail } from "~/contract/deal/deal-record";
import { type DealActName, single } from "./deal-dialogs";

const AttachDialog = lazyPart(() => import("./attach-dialog"), "AttachDialog");
const ChangeDialog = lazyPart(() => import("./change-dialog"), "ChangeDialog");

interface DealActProps {
  act: DealActName;
  id: number;
  onDone: () => void;
  onClose: () => void;
}

export function DealAct({ act, id, onDone, onClose }: DealActProps) {
  const record = useCall(deal.get, { params: { id } });
  if (!record.answer)
    return (
      <Dialog onClose={onClose} title={t("成交")}>
        <AsyncPart {...record}>{() => null}</AsyncPart>
      </Dialog>
    );
  return <OfRecord act={act} record={record.answer} onDone={onDone} onClose={onClose} />;
}

function OfRecord({ act, record, ...rest }: Omit<DealActProps, "id"> & { record: DealDetail }) {
  switch (act) {
    case "attach":
      return <AttachDialog record={record} {...rest} />;
    case "change":
      return <ChangeDialog record={record} {...rest} />;
    case "cancel":
      return <ActDialog form={single.cancel} of={record} {...rest} />;
    case "contract":
      return <ActDialog form={single.contract} of={record} {...rest} />;
    case "complete":
      return <ActDialog form={single.complete} of={record} {...rest} />;
    case "loan_paid":
      return <ActDialog form={single.loan_paid} of={record} {...rest} />;
    case "reject":
      return <ActDialog form={single.reject} of={record} {...rest} />;
    case "change_reject":
      return <ActDialog form={single.change_reject} of={record} {...rest} />;
  }
}

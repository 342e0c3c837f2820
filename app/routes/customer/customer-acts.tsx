import { lazy, Suspense, useState } from "react";
import type { WriteAction } from "~/app/api/writes";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import type { CustomerRow } from "~/contract/customer/customer-record";
import type { Asked } from "./customer-act-dialog";
import type { customerActs } from "./customer-writes";

// The dialog, with its form, waits for the first act that asks something.
const AskedForm = lazy(() => import("./customer-act-dialog").then((module) => ({ default: module.AskedForm })));

/** What one may do with customers, and the dialogs that ask for the rest; the screen's clientAction holds `customerActs`. */
export function useCustomerActs() {
  const { run, pending } = useAct<WriteAction<typeof customerActs>>();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return {
    pending,
    ask: (act: Asked["act"], row: CustomerRow, after?: Asked["after"]) => setAsked({ act, rows: [row], after }),
    askAll: (act: Asked["act"], rows: readonly CustomerRow[], report: Asked["report"]) =>
      setAsked({ act, rows, report }),
    claim: ({ id, name }: CustomerRow) =>
      run("claim", { params: { id }, body: { action: "claim" } }, { success: t("已领取{name}", { name }) }),
    claimAll: (rows: readonly CustomerRow[], report: (reply: BatchReply) => void) =>
      run("claimBatch", { body: { action: "claim", ids: rows.map(({ id }) => id) } }, { onSuccess: report }),
    lock: ({ id, name }: CustomerRow) => run("lock", { params: { id } }, { success: t("已锁定{name}", { name }) }),
    unlock: ({ id, name }: CustomerRow) =>
      run("unlock", { params: { id } }, { success: t("已解除锁定{name}", { name }) }),
    dialog: asked ? (
      <Suspense>
        <AskedForm asked={asked} run={run} pending={pending} onClose={close} />
      </Suspense>
    ) : null,
  };
}

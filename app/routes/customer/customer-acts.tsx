import { type ReactElement, useEffect, useRef, useState } from "react";
import { showActNotice } from "~/app/api/notice";
import { assignErrorDuration, toast } from "~/app/api/toast";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActDialog, type ActDialogOf } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import type { FormEndpoint } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import type { AllRows } from "~/app/features/bulk/bulk-bar";
import { dialOf } from "~/app/features/contacts/contacts";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import type { BatchReply, batchReply } from "~/contract/common";
import { customer } from "~/contract/customer/customer";
import type { CustomerRow } from "~/contract/customer/customer-record";
import type { BatchBegun, batchBegun } from "~/contract/shared/batch";
import { callOf } from "./customer-phone";

const SpreadDialog = lazyPart(() => import("./spread-dialog"), "SpreadDialog");
const BulkEditDialog = lazyPart(() => import("./bulk-edit-dialog"), "BulkEditDialog");
const FollowUpDrawer = lazyPart(() => import("~/app/features/customer/follow-up-drawer"), "FollowUpDrawer");

type Rows = readonly CustomerRow[];
export type BatchEndpoint = FormEndpoint & { reply: typeof batchReply };
export type AllEndpoint = FormEndpoint & { reply: typeof batchBegun };

/** The errors of an assignment stay for 6 s (domain S.9). */
const errorDuration = assignErrorDuration;

/** The actions on customers, and their dialogs. */
export function useCustomerActs() {
  const { run } = useAct();
  const [dialog, setDialog] = useState<ReactElement>();
  const isPhone = useIsPhone();
  const offered = useRef("");
  // An offer opens on this page, and closes with it.
  useEffect(() => () => void toast.close(offered.current), []);
  const close = () => setDialog(undefined);
  const closedFor = (begun: (reply: BatchBegun) => void) => (reply: BatchBegun) => {
    close();
    begun(reply);
  };
  return {
    /** Opens the dialog of an act on one customer; `after` follows a success. */
    ask<E extends FormEndpoint>(form: ActDialogOf<E, CustomerRow>, row: CustomerRow, after?: () => void) {
      const done = () => {
        close();
        after?.();
      };
      setDialog(<ActDialog form={form} of={row} onDone={done} onClose={close} />);
    },
    /** Opens the dialog of an act on several. */
    askAll<E extends BatchEndpoint>(form: ActDialogOf<E, Rows>, rows: Rows, report: (reply: BatchReply) => void) {
      const done = (reply: BatchReply) => {
        close();
        showFailures(reply, rows);
        report(reply);
      };
      setDialog(<ActDialog form={form} of={rows} onDone={done} onClose={close} />);
    },
    /** Opens the dialog of an act on all that a filter finds. */
    askWhole<E extends AllEndpoint>(form: ActDialogOf<E, AllRows>, all: AllRows, begun: (reply: BatchBegun) => void) {
      setDialog(<ActDialog form={form} of={all} onDone={closedFor(begun)} onClose={close} />);
    },
    /** Opens the dialog that gives several to one person or more. */
    spreadAll(rows: Rows, report: (reply: BatchReply) => void) {
      const done = (reply: BatchReply) => {
        close();
        showFailures(reply, rows);
        report(reply);
      };
      const ids = rows.map(({ id }) => id);
      setDialog(
        <SpreadDialog
          about={namesOf(rows.map(({ name }) => name))}
          count={rows.length}
          send={(run, given) =>
            run(customer.spreadBatch, { body: { ids, ...given } }, { onSuccess: done, errorDuration })
          }
          onClose={close}
        />,
      );
    },
    /** The same with all that a filter finds. */
    spreadWhole({ query, count }: AllRows, begun: (reply: BatchBegun) => void) {
      const done = closedFor(begun);
      setDialog(
        <SpreadDialog
          about={t("当前筛选的全部 {count} 位", { count })}
          count={count}
          send={(run, given) =>
            run(customer.assignAll, { query, body: { count, ...given } }, { onSuccess: done, errorDuration })
          }
          onClose={close}
        />,
      );
    },
    /** Opens the dialog that sets the same facts on several. */
    editAll(rows: Rows, report: (reply: BatchReply) => void) {
      const done = (reply: BatchReply) => {
        close();
        report(reply);
      };
      setDialog(<BulkEditDialog rows={rows} onDone={done} onClose={close} />);
    },
    /** `offersCall`: the number is shown nowhere else, so the notice offers the call. */
    claim: ({ id, name }: CustomerRow, { offersCall = false } = {}) => {
      const message = t("已领取{name}", { name });
      const told = (claimed: CustomerRow) => {
        const call = callOf(claimed);
        if (!call) return toast.success(message);
        offered.current = `claimed-${id}`;
        const onAct = isPhone
          ? dialOf(call.number)
          : () => setDialog(<FollowUpDrawer customer={claimed} isCall onClose={close} />);
        const label = t("拨打{number}", { number: call.text });
        showActNotice({ id: offered.current, color: "teal", message, label, onAct });
      };
      const done = offersCall ? { onSuccess: told } : { success: message, record: { to: customerPage({ id }) } };
      run(customer.claim, { params: { id }, body: { action: "claim" } }, { ...done, errorDuration });
    },
    claimAll: (rows: Rows, report: (reply: BatchReply) => void) =>
      run(
        customer.claimBatch,
        { body: { action: "claim", ids: rows.map(({ id }) => id) } },
        { onSuccess: report, errorDuration },
      ),
    lock: ({ id, name }: CustomerRow) =>
      run(
        customer.lock,
        { params: { id } },
        { success: t("已锁定{name}", { name }), record: { to: customerPage({ id }) } },
      ),
    unlock: ({ id, name }: CustomerRow) =>
      run(
        customer.unlock,
        { params: { id } },
        { success: t("已解除锁定{name}", { name }), record: { to: customerPage({ id }) } },
      ),
    dialog,
  };
}

/** The rows that were refused, for 6 s as well (domain S.9, D.5). */
function showFailures({ failed }: BatchReply, rows: Rows): void {
  if (failed.length === 0) return;
  const messages = failed
    .slice(0, 5)
    .map(({ id, message }) => `${rows.find((row) => row.id === id)?.name ?? id}：${message}`);
  toast.error(t("{count} 条操作失败。{words}", { count: failed.length, words: messages.join("；") }), {
    duration: assignErrorDuration,
  });
}

import { useEffect, useRef } from "react";
import { showActNotice } from "~/app/api/notice";
import { assignErrorDuration, toast } from "~/app/api/toast";
import type { ActDialogOf } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { useActs } from "~/app/blocks/form/act/use-acts";
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
type Report = (reply: BatchReply) => void;
type BatchEndpoint = FormEndpoint & { reply: typeof batchReply };
type AllEndpoint = FormEndpoint & { reply: typeof batchBegun };

/** The errors of an assignment stay for 6 s (domain S.9). */
const errorDuration = assignErrorDuration;

export function useCustomerActs() {
  const { run, ask, form, atOnce, open, dialog } = useActs();
  const isPhone = useIsPhone();
  const offered = useRef("");
  // An offer opens on this page, and closes with it.
  useEffect(() => () => void toast.close(offered.current), []);
  const reportOf = (rows: Rows, report: Report) => (reply: BatchReply) => {
    showFailures(reply, rows);
    report(reply);
  };
  return {
    form,
    inBulk: <E extends BatchEndpoint, A extends AllEndpoint>(
      some: ActDialogOf<E, Rows>,
      all?: ActDialogOf<A, AllRows>,
    ) => ({
      label: t(some.submitLabel),
      max: 100,
      run: (rows: Rows, report: Report) => ask(some, rows, reportOf(rows, report)),
      runAll: all && ((found: AllRows, begun: (reply: BatchBegun) => void) => ask(all, found, begun)),
    }),
    spreadAll(rows: Rows, report: Report) {
      const ids = rows.map(({ id }) => id);
      open((onClose) => (
        <SpreadDialog
          about={namesOf(rows.map(({ name }) => name))}
          count={rows.length}
          send={(run, given) => {
            const onSuccess = closing(onClose, reportOf(rows, report));
            run(customer.spreadBatch, { body: { ids, ...given } }, { onSuccess, errorDuration });
          }}
          onClose={onClose}
        />
      ));
    },
    spreadWhole({ query, count }: AllRows, begun: (reply: BatchBegun) => void) {
      open((onClose) => (
        <SpreadDialog
          about={t("当前筛选的全部 {count} 位", { count })}
          count={count}
          send={(run, given) => {
            const onSuccess = closing(onClose, begun);
            run(customer.assignAll, { query, body: { count, ...given } }, { onSuccess, errorDuration });
          }}
          onClose={onClose}
        />
      ));
    },
    editAll: (rows: Rows, report: Report) =>
      open((onClose) => <BulkEditDialog rows={rows} onDone={closing(onClose, report)} onClose={onClose} />),
    /** `offersCall`: the number is shown nowhere else, so the notice offers the call. */
    claim: ({ id, name }: CustomerRow, { offersCall = false } = {}) => {
      const message = t("已领取{name}", { name });
      const told = (claimed: CustomerRow) => {
        const call = callOf(claimed);
        if (!call) return toast.success(message);
        offered.current = `claimed-${id}`;
        const onAct = isPhone
          ? dialOf(call.number)
          : () => open((onClose) => <FollowUpDrawer customer={claimed} isCall onClose={onClose} />);
        const label = t("拨打{number}", { number: call.text });
        showActNotice({ id: offered.current, color: "teal", message, label, onAct });
      };
      const done = offersCall ? { onSuccess: told } : { success: message, record: { to: customerPage({ id }) } };
      run(customer.claim, { params: { id }, body: { action: "claim" } }, { ...done, errorDuration });
    },
    claimAll: (rows: Rows, report: Report) =>
      run(
        customer.claimBatch,
        { body: { action: "claim", ids: rows.map(({ id }) => id) } },
        { onSuccess: report, errorDuration },
      ),
    /** 锁定, or 解除锁定 of a locked one. */
    lock: ({ id, name, is_locked }: CustomerRow) => {
      const input = { params: { id } };
      const record = { to: customerPage({ id }) };
      return is_locked
        ? atOnce(t("解除锁定"), customer.unlock, input, { success: t("已解除锁定{name}", { name }), record })
        : atOnce(t("锁定"), customer.lock, input, { success: t("已锁定{name}", { name }), record });
    },
    dialog,
  };
}

const closing =
  <Reply,>(close: () => void, then: (reply: Reply) => void) =>
  (reply: Reply) => {
    close();
    then(reply);
  };

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

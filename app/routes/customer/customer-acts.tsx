import { type ReactNode, useState } from "react";
import { assignErrorDuration, toast } from "~/app/api/toast";
import type { WriteAction } from "~/app/api/writes";
import { ActForm, namesOf } from "~/app/blocks/act-form";
import type { Then } from "~/app/blocks/record-form";
import { useAct } from "~/app/blocks/use-act";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import { Assignment, type CustomerRow, Recycle, Release } from "~/contract/customer";
import { reason } from "~/contract/field";
import type { customerActs } from "./customer-writes";

type CustomerAction = WriteAction<typeof customerActs>;

/** A transfer, unlike an assignment out of the pool, says why. */
const Transfer = Assignment.extend({ reason: reason("转移原因") });

const staff = { name: "user_id", perm: "customer:pool:claim" } as const;

interface Asked {
  act: "assign" | "transfer" | "release" | "recycle";
  rows: readonly CustomerRow[];
  /** After success; a bulk act hands its result over. */
  after?: (reply?: BatchReply) => void;
}

/** What one may do with customers, and the dialogs that ask for the rest; the screen's clientAction holds `customerActs`. */
export function useCustomerActs() {
  const { run, pending } = useAct<CustomerAction>();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return {
    pending,
    ask: (act: Asked["act"], rows: readonly CustomerRow[], after?: Asked["after"]) => setAsked({ act, rows, after }),
    claim: ({ id, name }: CustomerRow) =>
      run("claim", { params: { id }, body: { action: "claim" } }, { success: t("已领取{name}", { name }) }),
    claimAll: (rows: readonly CustomerRow[], report: (reply: BatchReply) => void) =>
      run("claimBatch", { body: { action: "claim", ids: rows.map(({ id }) => id) } }, { onSuccess: report }),
    lock: ({ id, name }: CustomerRow) => run("lock", { params: { id } }, { success: t("已锁定{name}", { name }) }),
    unlock: ({ id, name }: CustomerRow) =>
      run("unlock", { params: { id } }, { success: t("已解除锁定{name}", { name }) }),
    dialog: asked ? <AskedForm asked={asked} run={run} pending={pending} onClose={close} /> : null,
  };
}

interface AskedFormProps {
  asked: Asked;
  run: ReturnType<typeof useAct<CustomerAction>>["run"];
  pending: boolean;
  onClose: () => void;
}

function AskedForm({ asked: { act, rows, after }, run, pending, onClose }: AskedFormProps): ReactNode {
  const [row] = rows;
  if (!row) return null;
  const params = { id: row.id };
  const common = {
    about: t("客户：{names}", { names: namesOf(rows.map(({ name, customer_no }) => `${name}（${customer_no}）`)) }),
    pending,
    onClose,
  };
  const done = (then: Then, success: string) => ({
    success,
    ...then(() => {
      onClose();
      after?.();
    }),
  });
  if (act === "assign" && after)
    return (
      <ActForm
        {...common}
        title={t("分配客户")}
        schema={Assignment}
        fields={[staff, "force"]}
        onSubmit={(body, then) => {
          const { onError } = then();
          const onSuccess = (reply: BatchReply) => {
            onClose();
            tellFailures(reply, rows);
            after(reply);
          };
          run("assignBatch", { body: { ...body, ids: rows.map(({ id }) => id) } }, { onSuccess, onError });
        }}
      />
    );
  if (act === "assign")
    return (
      <ActForm
        {...common}
        title={t("分配客户")}
        schema={Assignment}
        fields={[staff, "force"]}
        onSubmit={(body, then) => run("assign", { params, body }, done(then, t("分配成功")))}
      />
    );
  if (act === "transfer")
    return (
      <ActForm
        {...common}
        title={t("转移客户")}
        schema={Transfer}
        fields={[staff, "reason", "force"]}
        onSubmit={(body, then) => run("assign", { params, body }, done(then, t("转移成功")))}
      />
    );
  if (act === "release")
    return (
      <ActForm
        {...common}
        title={t("释放到公海")}
        schema={Release}
        fields={["reason", "note"]}
        onSubmit={(body, then) => run("release", { params, body }, done(then, t("已释放到公海")))}
      />
    );
  return (
    <ActForm
      {...common}
      title={t("移入回收站")}
      schema={Recycle}
      fields={["reason"]}
      onSubmit={(body, then) => run("recycle", { params, body }, done(then, t("已移入回收站")))}
    />
  );
}

/** The rows that could not be assigned, for 6 s as well (specification §9, domain D.5). */
function tellFailures({ failed }: BatchReply, rows: readonly CustomerRow[]): void {
  if (failed.length === 0) return;
  const words = failed
    .slice(0, 5)
    .map(({ id, message }) => `${rows.find((row) => row.id === id)?.name ?? id}：${message}`);
  toast.error(t("{count} 条分配失败。{words}", { count: failed.length, words: words.join("；") }), {
    duration: assignErrorDuration,
  });
}

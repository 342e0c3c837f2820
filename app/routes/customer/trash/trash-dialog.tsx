import { toast } from "~/app/api/toast";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActForm, namesOf } from "~/app/blocks/form/act-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import { Destroy, destroyWords, Restore } from "~/contract/customer/customer";
import type { TrashedRow } from "~/contract/customer/customer-list";
import type { TrashAction } from "./trash-writes";

/** An act of the recycle bin that is to be confirmed. */
export interface AskedTrash {
  act: "restore" | "destroy";
  rows: readonly TrashedRow[];
  /** Makes it a bulk act, and takes its result. */
  report?: (reply: BatchReply) => void;
}

type DialogProps = Omit<AskedTrash, "act"> & { onClose: () => void };

/** Asks before customers come back from the recycle bin, or go for good. */
export function TrashDialog({ act, ...rest }: AskedTrash & { onClose: () => void }) {
  if (act === "destroy") return <DestroyForm {...rest} />;
  return rest.report ? <RestoreMany {...rest} report={rest.report} /> : <RestoreOne {...rest} />;
}

const nameOf = ({ name, customer_no }: TrashedRow) => `${name}（${customer_no}）`;
const idsOf = (rows: readonly TrashedRow[]) => rows.map(({ id }) => id);

function RestoreOne({ rows, onClose }: DialogProps) {
  const { run, pending } = useAct<TrashAction>();
  const [row] = rows;
  if (!row) return null;
  return (
    <ActForm
      title={t("恢复客户")}
      about={t("客户：{names}", { names: nameOf(row) })}
      schema={Restore}
      fields={[{ name: "owner_id", perm: "customer:pool:claim" }]}
      pending={pending}
      submitLabel={t("恢复")}
      onSubmit={(body, then) => {
        const { onSuccess, onError } = then(onClose);
        run(
          "restore",
          { params: { id: row.id }, body },
          {
            onSuccess: (done) => {
              toast.success(done.owner ? t("已恢复给{name}", { name: done.owner.name }) : t("已恢复到公海"));
              onSuccess(done);
            },
            onError,
          },
        );
      }}
      onClose={onClose}
    />
  );
}

function RestoreMany({ rows, report, onClose }: DialogProps & Required<Pick<AskedTrash, "report">>) {
  const { run, pending } = useAct<TrashAction>();
  return (
    <Confirm
      title={t("恢复客户")}
      text={t("确定恢复 {names}？客户回到原跟进人名下；原跟进人不能接收时进入公海。", {
        names: namesOf(rows.map(nameOf)),
      })}
      confirmLabel={t("恢复")}
      isDanger={false}
      pending={pending}
      onConfirm={() =>
        run(
          "restoreBatch",
          { body: { ids: idsOf(rows) } },
          {
            onSuccess: (reply) => {
              onClose();
              report(reply);
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}

function DestroyForm({ rows, report, onClose }: DialogProps) {
  const { run, pending } = useAct<TrashAction>();
  const [row] = rows;
  return (
    <ActForm
      title={t("彻底删除客户")}
      about={t(
        "将彻底删除 {names}：姓名、联系方式、跟进内容、需求附件等个人信息和文件全部清除，不能恢复。请输入“{words}”确认。",
        { names: namesOf(rows.map(nameOf)), words: destroyWords },
      )}
      schema={Destroy}
      fields={["confirm"]}
      pending={pending}
      isDanger
      submitLabel={t("彻底删除")}
      onSubmit={(body, then) => {
        if (report)
          return run(
            "destroyBatch",
            { body: { ...body, ids: idsOf(rows) } },
            {
              onSuccess: (reply) => {
                onClose();
                report(reply);
              },
              onError: then().onError,
            },
          );
        if (row) run("destroy", { params: { id: row.id }, body }, { success: t("已彻底删除"), ...then(onClose) });
      }}
      onClose={onClose}
    />
  );
}

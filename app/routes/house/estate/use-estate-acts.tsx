import { lazy, type ReactNode, Suspense, useState } from "react";
import { call } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import { useAct } from "~/app/blocks/form/use-act";
import type { RowAction } from "~/app/blocks/list/row-actions";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { type EstateRow, estate } from "~/contract/house/estate";
import { match } from "~/contract/house/match";
import type { EstateDialogAct } from "./estate-act-dialog";
import { type EstateAction, editPath } from "./estate-writes";
import { sayMissing } from "./say-missing";

const EstateActDialog = lazy(() =>
  import("./estate-act-dialog").then((module) => ({ default: module.EstateActDialog })),
);
const MatchCustomers = lazy(() => import("./match-customers").then((module) => ({ default: module.MatchCustomers })));

interface Asked {
  act: EstateDialogAct | "match";
  row: EstateRow;
  text?: string;
}

interface EstateActs {
  actionsOf: (row: EstateRow) => (RowAction | false)[];
  /** To be drawn somewhere. */
  dialog: ReactNode;
}

/** What may be done with an estate, on the list and on its page. */
export function useEstateActs(options: { onRemoved?: () => void } = {}): EstateActs {
  const { run } = useAct<EstateAction>();
  const mayMatch = mayCall(useProfile(), match.customers);
  const [asked, setAsked] = useState<Asked>();

  const share = async (row: EstateRow) => {
    // What went wrong has been told.
    const reply = await call(estate.share, { params: { id: row.id } }).catch(() => undefined);
    if (!reply) return;
    const text = [reply.text, reply.url].filter(Boolean).join("\n");
    try {
      await navigator.clipboard.writeText(text);
      toast.success(reply.url ? t("已复制房源信息和链接") : t("已复制房源信息（房源未上架或未配置主站地址，无链接）"));
    } catch {
      setAsked({ act: "share", row, text });
    }
  };

  const actionsOf = (row: EstateRow): (RowAction | false)[] => {
    const params = { id: row.id };
    const ask = (act: Asked["act"]) => () => setAsked({ act, row });
    const { can } = row;
    return [
      can.edit && { label: t("编辑"), to: editPath(row.id) },
      can.submit && {
        label: t("提交审核"),
        isPrimary: true,
        onSelect: () => run("submit", { params }, { success: t("已提交审核"), onError: sayMissing }),
      },
      can.publish && {
        label: t("上架"),
        isPrimary: true,
        onSelect: () => run("publish", { params }, { success: t("已上架"), onError: sayMissing }),
      },
      { label: t("复制链接"), onSelect: () => share(row) },
      mayMatch && { label: t("匹配客户"), onSelect: ask("match") },
      can.withdraw && { label: t("撤回审核"), onSelect: ask("withdraw") },
      can.flag && { label: t("设为热门/推荐"), onSelect: ask("flag") },
      can.unpublish && { label: t("下架"), isDanger: true, onSelect: ask("unpublish") },
      can.delete && { label: t("删除"), isDanger: true, onSelect: ask("remove") },
    ];
  };

  const close = () => setAsked(undefined);
  const dialog = asked ? (
    <Suspense>
      {asked.act === "match" ? (
        <MatchCustomers estateId={asked.row.id} name={asked.row.name} onClose={close} />
      ) : (
        <EstateActDialog
          act={asked.act}
          row={asked.row}
          text={asked.text}
          onRemoved={options.onRemoved}
          onClose={close}
        />
      )}
    </Suspense>
  ) : null;
  return { actionsOf, dialog };
}

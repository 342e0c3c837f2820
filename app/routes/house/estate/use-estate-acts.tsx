import { useLocation, useNavigate } from "@remix-run/react";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { setClientMode } from "~/app/browser/client-mode";
import type { BulkAction } from "~/app/features/bulk/bulk-bar";
import { newDealPath } from "~/app/features/deal/deal-paths";
import { estatesSent } from "~/app/features/send/send-subject";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { type EstateRow, estate } from "~/contract/house/estate";
import { estatesOf } from "~/contract/share/share-kinds";
import { detailPath, editPath } from "./estate-paths";
import { sayMissing } from "./say-missing";

const recordOfEstate = ({ id, name }: Pick<Named, "id" | "name">) => ({ name, to: detailPath(id) });

const flagging = actDialog({
  endpoint: estate.flag,
  submitLabel: "保存",
  title: () => t("设为热门/推荐"),
  about: ({ name }: EstateRow) => name,
  fields: ["is_hot", "is_recommend", "sort"],
  value: ({ is_hot, is_recommend, sort }) => ({ is_hot, is_recommend, sort }),
  record: recordOfEstate,
  success: () => t("已保存"),
});

const unpublishing = actDialog({
  endpoint: estate.unpublish,
  about: ({ name, estate_no: no }: Named) => t("{name}（{no}）下架后不再对外展示。", { name, no }),
  fields: ["reason"],
  submitLabel: "下架",
  isDanger: true,
  record: recordOfEstate,
  success: () => t("已下架"),
});

const MatchCustomers = lazyPart(() => import("./match-customers"), "MatchCustomers");
const SendDialog = lazyPart(() => import("~/app/features/send/send-dialog"), "SendDialog");
const AddToSpecial = lazyPart(() => import("./add-to-special"), "AddToSpecial");
const EntryDialog = lazyPart(() => import("~/app/features/clue/entry-dialog"), "EntryDialog");

export function useEstateActs({ onRemoved }: { onRemoved?: () => void } = {}) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { atOnce, afterQuestion, remove, form, show, open, dialog } = useActs();
  const profile = useProfile();
  // By their codes: what customers, deals and special pages are is fetched with the form.
  const mayMatch = mayCall(profile, { permission: "customer:info:view" });
  const mayDeal = mayCall(profile, { permission: "deal:deal:create" });
  const maySend = mayCall(profile, { permission: "customer:share:create" });
  const maySpecial = mayCall(profile, { permission: "special:page:edit" });

  // Its words come with it.
  const share = async ({ id }: EstateRow) => (await import("./share-dialog")).shareEstate(id, open);

  /** `isPage`: on its own page one shows it to a client with one click. */
  const actionsOf = (row: EstateRow, { isPage = false } = {}): (RowAction | false)[] => {
    const { id, name, can, publish_status } = row;
    const input = { params: { id } };
    const showing = publish_status === "online" && {
      label: t("客户模式"),
      onSelect: () => {
        setClientMode(true);
        if (pathname !== detailPath()) navigate(detailPath(id));
      },
    };
    return [
      can.edit && { label: t("编辑"), shortcut: "E", to: editPath(id) },
      isPage && showing,
      can.submit &&
        atOnce(
          t("提交审核"),
          estate.submit,
          input,
          { success: t("已提交审核"), record: recordOfEstate(row), onError: sayMissing },
          { isPrimary: true },
        ),
      can.publish &&
        atOnce(
          t("上架"),
          estate.publish,
          input,
          { success: t("已上架"), record: recordOfEstate(row), onError: sayMissing },
          { isPrimary: true },
        ),
      maySend &&
        show(t("发送"), (onClose) => (
          <SendDialog subject={{ kind: "estate", estate_ids: [id] }} {...{ name, onClose }} />
        )),
      { label: t("复制链接"), onSelect: () => share(row) },
      mayMatch && show(t("匹配客户"), (onClose) => <MatchCustomers estateId={id} {...{ name, onClose }} />),
      maySpecial && show(t("加入专题"), (onClose) => <AddToSpecial row={row} onClose={onClose} />),
      can.report && show(t("报备"), (onClose) => <EntryDialog estateId={id} onClose={onClose} />),
      mayDeal && publish_status === "online" && { label: t("发起成交"), to: newDealPath({ estate_id: id }) },
      !isPage && showing,
      can.withdraw && afterQuestion(estate.withdraw, input, withdrawing(row), { label: t("撤回审核") }),
      can.flag && form(flagging, row, { label: t("设为热门/推荐") }),
      can.unpublish && form(unpublishing, row),
      can.delete && remove(estate.remove, input, removing(row), { record: { name }, onSuccess: onRemoved }),
    ];
  };

  const sendAll: BulkAction<EstateRow> = {
    label: t("发送"),
    max: estatesOf.estates.most,
    run: (rows) =>
      open((onClose) => (
        <SendDialog
          subject={estatesSent(rows.map(({ id }) => id))}
          name={t("{n}个房源", { n: rows.length })}
          onClose={onClose}
        />
      )),
  };

  return { actionsOf, bulkActions: [maySend && sendAll], dialog };
}

type Named = Pick<EstateRow, "id" | "name" | "estate_no">;

const withdrawing = ({ id, name, estate_no: no }: Named) => ({
  text: t("撤回 {name}（{no}）待审核的内容？撤回后可修改并重新提交。", { name, no }),
  confirmLabel: t("撤回"),
  isDanger: false,
  success: t("已撤回"),
  record: recordOfEstate({ id, name }),
});

const removing = ({ name, estate_no: no }: Named) => t("确定删除 {name}（{no}）？删除后不能恢复。", { name, no });

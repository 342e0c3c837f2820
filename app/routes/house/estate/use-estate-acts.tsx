import { useLocation, useNavigate } from "@remix-run/react";
import { type ReactElement, useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { setClientMode } from "~/app/browser/client-mode";
import { newDealPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { type EstateRow, estate } from "~/contract/house/estate";
import { flagging, recordOfEstate, removing, unpublishing, withdrawing } from "./estate-dialogs";
import { detailPath, editPath } from "./estate-paths";
import { sayMissing } from "./say-missing";

const MatchCustomers = lazyPart(() => import("./match-customers"), "MatchCustomers");
const AddToSpecial = lazyPart(() => import("./add-to-special"), "AddToSpecial");
const EntryDialog = lazyPart(() => import("~/app/features/clue/entry-dialog"), "EntryDialog");

/** What may be done with an estate, on the list and on its page; `dialog` is to be drawn somewhere. */
export function useEstateActs({ onRemoved }: { onRemoved?: () => void } = {}) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { run } = useAct();
  const { confirm, dialog: question } = useConfirm();
  const profile = useProfile();
  // By their codes: what customers, deals and special pages are is fetched with the form.
  const mayMatch = mayCall(profile, { permission: "customer:info:view" });
  const mayDeal = mayCall(profile, { permission: "deal:deal:create" });
  const maySpecial = mayCall(profile, { permission: "special:page:edit" });
  const [form, setForm] = useState<ReactElement>();
  const close = () => setForm(undefined);

  // Its words come with it.
  const share = async ({ id }: EstateRow) => setForm(await (await import("./share-dialog")).shareEstate(id, close));

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
      can.submit && {
        label: t("提交审核"),
        isPrimary: true,
        onSelect: () =>
          run(estate.submit, input, { success: t("已提交审核"), record: recordOfEstate(row), onError: sayMissing }),
      },
      can.publish && {
        label: t("上架"),
        isPrimary: true,
        onSelect: () =>
          run(estate.publish, input, { success: t("已上架"), record: recordOfEstate(row), onError: sayMissing }),
      },
      { label: t("复制链接"), onSelect: () => share(row) },
      mayMatch && {
        label: t("匹配客户"),
        onSelect: () => setForm(<MatchCustomers estateId={id} name={name} onClose={close} />),
      },
      maySpecial && {
        label: t("加入专题"),
        onSelect: () => setForm(<AddToSpecial row={row} onClose={close} />),
      },
      can.report && {
        label: t("报备"),
        onSelect: () => setForm(<EntryDialog estateId={id} onClose={close} />),
      },
      mayDeal && publish_status === "online" && { label: t("发起成交"), to: newDealPath({ estate_id: id }) },
      !isPage && showing,
      can.withdraw && {
        label: t("撤回审核"),
        onSelect: () => confirm(estate.withdraw, input, withdrawing(row)),
      },
      can.flag && {
        label: t("设为热门/推荐"),
        onSelect: () => setForm(<ActDialog form={flagging} of={row} onClose={close} />),
      },
      can.unpublish && {
        label: t("下架"),
        isDanger: true,
        onSelect: () => setForm(<ActDialog form={unpublishing} of={row} onClose={close} />),
      },
      can.delete && {
        label: t("删除"),
        isDanger: true,
        onSelect: () => confirm(estate.remove, input, { ...removing(row), onSuccess: onRemoved }),
      },
    ];
  };

  const dialog = (
    <>
      {form}
      {question}
    </>
  );
  return { actionsOf, dialog };
}

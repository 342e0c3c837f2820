import { type ReactElement, useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog, type ActDialogOf } from "~/app/blocks/form/act/act-dialog";
import type { FormEndpoint } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { nameOf, recordOfInquiry } from "~/app/features/inquiry/assign-dialog";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { BatchReply, batchReply } from "~/contract/common";
import { mayCall } from "~/contract/endpoint";
import { chat } from "~/contract/inquiry/chat";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { single } from "./inquiry-dialogs";

const ConvertDialog = lazyPart(() => import("./convert-dialog"), "ConvertDialog");
const FollowUpDrawer = lazyPart(() => import("./follow-up-drawer"), "FollowUpDrawer");
const RevealInquiry = lazyPart(() => import("./reveal-inquiry"), "RevealInquiry");

type Rows = readonly InquiryRow[];
export type BatchEndpoint = FormEndpoint & { reply: typeof batchReply };

/** What one may do with inquiries, by what the server allows, and the dialogs that ask for the rest. */
export function useInquiryActs() {
  const profile = useProfile();
  const { run } = useAct();
  const { confirm, dialog: question } = useConfirm();
  const [dialog, setDialog] = useState<ReactElement>();
  const close = () => setDialog(undefined);
  const ask = <E extends FormEndpoint>(form: ActDialogOf<E, InquiryRow>, row: InquiryRow) =>
    setDialog(<ActDialog form={form} of={row} onClose={close} />);
  const claim = (row: InquiryRow) =>
    run(
      inquiry.claim,
      { params: { id: row.id }, body: { action: "claim" } },
      { success: t("已领取{name}", { name: nameOf(row) }), record: { to: recordOfInquiry(row).to } },
    );
  const contacted = (row: InquiryRow) =>
    run(
      inquiry.contacted,
      { params: { id: row.id }, body: { action: "contacted" } },
      { success: t("已标记为跟进中"), record: recordOfInquiry(row) },
    );
  const undoConvert = (row: InquiryRow) =>
    confirm(
      inquiry.undoConvert,
      { params: { id: row.id }, body: { action: "undo_convert" } },
      {
        text: t("询盘 {no} 将回到跟进中；由它新增且未被改动的客户会移入回收站。确定撤销？", { no: row.inquiry_no }),
        confirmLabel: t("撤销转客户"),
        success: t("已撤销转客户"),
        record: recordOfInquiry(row),
      },
    );
  const convert = (row: InquiryRow) => setDialog(<ConvertDialog id={row.id} onClose={close} />);
  // Of a customer it is a follow-up of theirs, else a line of the inquiry's own.
  const follow = (row: InquiryRow) =>
    row.customer && tracksCustomer(row)
      ? setDialog(<FollowUpDrawer inquiryId={row.id} customer={row.customer} onClose={close} />)
      : ask(single.contacted, row);
  return {
    claim,
    convert,
    ask,
    /** Opens the dialog of an act on several. */
    askAll<E extends BatchEndpoint>(form: ActDialogOf<E, Rows>, rows: Rows, report: (reply: BatchReply) => void) {
      const done = (reply: BatchReply) => {
        close();
        report(reply);
      };
      setDialog(<ActDialog form={form} of={rows} onDone={done} onClose={close} />);
    },
    /** The acts on one, the due one first. */
    actionsOf: (row: InquiryRow): (RowAction | false)[] => {
      const { can } = row;
      return [
        row.kind === "chat" &&
          mayCall(profile, chat.get) && {
            label: t("查看会话"),
            isPrimary: true,
            to: `/inquiry/chat-inquiry?id=${row.id}`,
          },
        can.claim && { label: t("领取"), isPrimary: true, onSelect: () => claim(row) },
        can.convert && { label: t("转客户"), isPrimary: row.status === "processing", onSelect: () => convert(row) },
        (can.contacted || tracksCustomer(row)) && {
          label: t("写跟进"),
          isPrimary: row.status === "assigned",
          shortcut: "F",
          onSelect: () => follow(row),
        },
        can.contacted && row.status === "assigned" && { label: t("已联系"), onSelect: () => contacted(row) },
        can.assign && { label: t("分配"), isPrimary: !can.claim, onSelect: () => ask(single.assign, row) },
        can.reassign && { label: t("改派"), onSelect: () => ask(single.reassign, row) },
        can.undo_convert && { label: t("撤销转客户"), onSelect: () => undoConvert(row) },
        can.reopen && { label: t("重新打开"), onSelect: () => ask(single.reopen, row) },
        can.reveal && {
          label: t("查看号码"),
          onSelect: () => setDialog(<RevealInquiry row={row} onClose={close} />),
        },
        can.remark && { label: t("备注"), onSelect: () => ask(single.remark, row) },
        can.close && { label: t("关闭询盘"), onSelect: () => ask(single.close, row) },
        can.invalid && { label: t("标记无效"), isDanger: true, onSelect: () => ask(single.invalid, row) },
      ];
    },
    dialog: (
      <>
        {dialog}
        {question}
      </>
    ),
  };
}

const tracksCustomer = ({ can, customer }: InquiryRow) => can.track && customer?.is_visible === true;

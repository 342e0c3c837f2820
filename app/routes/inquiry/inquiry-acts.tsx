import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { nameOf, recordOfInquiry } from "~/app/features/inquiry/assign-dialog";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { chat } from "~/contract/inquiry/chat";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { single } from "./inquiry-dialogs";

const ConvertDialog = lazyPart(() => import("./convert-dialog"), "ConvertDialog");
const FollowUpDrawer = lazyPart(() => import("./follow-up-drawer"), "FollowUpDrawer");
const RevealInquiry = lazyPart(() => import("./reveal-inquiry"), "RevealInquiry");

export function useInquiryActs() {
  const profile = useProfile();
  const { run, ask, form, inBulk, show, open, atOnce, afterQuestion, dialog } = useActs();
  const claim = (row: InquiryRow) =>
    run(
      inquiry.claim,
      { params: { id: row.id }, body: { action: "claim" } },
      { success: t("已领取{name}", { name: nameOf(row) }), record: { to: recordOfInquiry(row).to } },
    );
  const convert = (row: InquiryRow) => open((onClose) => <ConvertDialog id={row.id} onClose={onClose} />);
  // Of a customer it is a follow-up of theirs, else a line of the inquiry's own.
  const follow = (row: InquiryRow) => {
    const { customer } = row;
    if (!customer || !tracksCustomer(row)) return ask(single.contacted, row);
    open((onClose) => <FollowUpDrawer inquiryId={row.id} customer={customer} onClose={onClose} />);
  };
  return {
    claim,
    convert,
    ask,
    inBulk,
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
        can.contacted &&
          row.status === "assigned" &&
          atOnce(
            t("已联系"),
            inquiry.contacted,
            { params: { id: row.id }, body: { action: "contacted" } },
            { success: t("已标记为跟进中"), record: recordOfInquiry(row) },
          ),
        can.assign && form(single.assign, row, { isPrimary: !can.claim }),
        can.reassign && form(single.reassign, row),
        can.undo_convert &&
          afterQuestion(
            inquiry.undoConvert,
            { params: { id: row.id }, body: { action: "undo_convert" } },
            {
              text: t("询盘 {no} 将回到跟进中；由它新增且未被改动的客户会移入回收站。确定撤销？", {
                no: row.inquiry_no,
              }),
              confirmLabel: t("撤销转客户"),
              success: t("已撤销转客户"),
              record: recordOfInquiry(row),
            },
          ),
        can.reopen && form(single.reopen, row),
        can.reveal && show(t("查看号码"), (onClose) => <RevealInquiry row={row} onClose={onClose} />),
        can.remark && form(single.remark, row, { label: t("备注") }),
        can.close && form(single.close, row),
        can.invalid && form(single.invalid, row),
      ];
    },
    dialog,
  };
}

const tracksCustomer = ({ can, customer }: InquiryRow) => can.track && customer?.is_visible === true;

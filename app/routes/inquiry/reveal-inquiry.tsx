import { call } from "~/app/api/call";
import { RevealContacts } from "~/app/features/contacts/reveal-contacts";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { t } from "~/app/i18n/t";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";

/** Asks for the reason, then shows the full contacts of an inquiry that one does not handle. */
export const RevealInquiry = ({ row, onClose }: { row: InquiryRow; onClose: () => void }) => (
  <RevealContacts
    about={t("询盘：{names}", { names: `${nameOf(row)}（${row.inquiry_no}）` })}
    ask={(query) => call(inquiry.phone, { params: { id: row.id }, query })}
    contactsOf={({ phone, wechat, email }) => [
      {
        label: "手机号",
        value: phone,
        ...(phone ? { dial: row.phone_cc ? `+${row.phone_cc}${phone}` : phone } : {}),
      },
      { label: "微信", value: wechat },
      { label: "邮箱", value: email },
    ]}
    onClose={onClose}
  />
);

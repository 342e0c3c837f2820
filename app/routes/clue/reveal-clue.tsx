import { call } from "~/app/api/call";
import { RevealContacts } from "~/app/features/contacts/reveal-contacts";
import { t } from "~/app/i18n/t";
import { clue } from "~/contract/clue/clue";
import type { ClueRow } from "~/contract/clue/clue-record";

export const RevealClue = ({ row, onClose }: { row: ClueRow; onClose: () => void }) => (
  <RevealContacts
    about={t("报备：{names}", { names: `${row.customer_name}（${row.clue_no}）` })}
    ask={(query) => call(clue.phone, { params: { id: row.id }, query })}
    contactsOf={({ phone, phone_cc }) => [{ label: "手机号", value: phone, dial: `+${phone_cc}${phone}` }]}
    onClose={onClose}
  />
);

import { call } from "~/app/api/call";
import { RevealContacts } from "~/app/features/contacts/reveal-contacts";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";
import type { DealDetail } from "~/contract/deal/deal-record";

export const RevealDeal = ({ record, onClose }: { record: DealDetail; onClose: () => void }) => (
  <RevealContacts
    about={t("成交：{names}", { names: `${record.buyer_name ?? record.customer.name}（${record.deal_no}）` })}
    ask={(query) => call(deal.phone, { params: { id: record.id }, query })}
    contactsOf={({ buyer_phone, buyer_phone_cc, buyer_id_no, co_buyers }) => [
      { label: "买方手机号", value: buyer_phone, dial: `+${buyer_phone_cc ?? ""}${buyer_phone ?? ""}` },
      { label: "证件号码", value: buyer_id_no },
      ...co_buyers.map(({ name, id_no }) => ({ label: t("{name}的证件号码", { name }), value: id_no })),
    ]}
    onClose={onClose}
  />
);

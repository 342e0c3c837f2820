import { call } from "~/app/api/call";
import { RevealContacts } from "~/app/features/contacts/reveal-contacts";
import { t } from "~/app/i18n/t";
import { type CustomerUserDetail, CustomerUserRow, customerUser } from "~/contract/customer/customer-user";
import { labelOf } from "~/contract/field";

interface RevealUserProps {
  record: CustomerUserDetail;
  onClose: () => void;
}

export function RevealUser({ record: { id, name, user_no, phone_cc }, onClose }: RevealUserProps) {
  const { phone, email } = CustomerUserRow.shape;
  return (
    <RevealContacts
      about={t("注册用户：{name}（{no}）", { name, no: user_no })}
      ask={(query) => call(customerUser.phone, { params: { id }, query })}
      contactsOf={(shown) => [
        { label: labelOf(phone, "phone"), value: shown.phone, dial: dialOf(shown.phone, phone_cc) },
        { label: labelOf(email, "email"), value: shown.email },
      ]}
      onClose={onClose}
    />
  );
}

const dialOf = (phone: string | null, code: string | null) =>
  phone && code ? `+${code}${phone}` : (phone ?? undefined);

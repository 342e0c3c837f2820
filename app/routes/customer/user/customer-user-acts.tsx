import { useActs } from "~/app/blocks/form/act/use-acts";
import { t } from "~/app/i18n/t";
import { blockingUser } from "~/app/routes/customer/blacklist/blacklist-dialogs";
import { useProfile } from "~/app/session/viewer-context";
import { blacklist } from "~/contract/customer/blacklist";
import { type CustomerUserRow, customerUser } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import { disabling, enabling, linking, unlinking } from "./customer-user-dialogs";

export function useCustomerUserActs() {
  const mayBlock = mayCall(useProfile(), blacklist.create);
  const { form, afterQuestion, dialog } = useActs();
  const actionsOf = (row: CustomerUserRow) => {
    const { id, name, customer, can, status, is_blacklisted } = row;
    return [
      can.convert && { label: t("转为客户"), to: `/customer/addCustomerInfo?client_id=${id}` },
      can.link && form(linking, row, { label: t("关联客户") }),
      can.unlink &&
        customer !== null &&
        afterQuestion(
          customerUser.unlink,
          { params: { id }, body: { customer_id: customer.id } },
          unlinking(name, customer.name),
        ),
      can.enable && form(enabling, row),
      can.disable && form(disabling, row, { isDanger: true }),
      mayBlock && status !== "unregistered" && !is_blacklisted && form(blockingUser, row, { isDanger: true }),
    ];
  };
  return { actionsOf, dialog };
}

import { type ReactElement, useState } from "react";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog, type ActDialogOf } from "~/app/blocks/form/act/act-dialog";
import type { FormEndpoint } from "~/app/blocks/form/use-record-form";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import { blockingUser } from "~/app/routes/customer/blacklist/blacklist-dialogs";
import { useProfile } from "~/app/session/viewer-context";
import { blacklist } from "~/contract/customer/blacklist";
import { type CustomerUserRow, customerUser } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import { disabling, enabling, linking, unlinking } from "./customer-user-dialogs";

/** What one may do with a registered user, and the dialogs that ask for the rest. */
export function useCustomerUserActs() {
  const profile = useProfile();
  const { confirm, dialog } = useConfirm();
  const [form, setForm] = useState<ReactElement>();
  const mayBlock = mayCall(profile, blacklist.create);
  const close = () => setForm(undefined);
  return {
    actionsOf: (row: CustomerUserRow): (RowAction | false)[] => {
      const ask =
        <E extends FormEndpoint>(of: ActDialogOf<E, CustomerUserRow>) =>
        () =>
          setForm(<ActDialog form={of} of={row} onClose={close} />);
      const { id, name, customer, can } = row;
      const isPresent = row.status !== "unregistered";
      const unlink = () =>
        customer &&
        confirm(
          customerUser.unlink,
          { params: { id }, body: { customer_id: customer.id } },
          unlinking(name, customer.name),
        );
      return [
        can.convert && { label: t("转为客户"), to: `/customer/addCustomerInfo?client_id=${id}` },
        can.link && { label: t("关联客户"), onSelect: ask(linking) },
        can.unlink && { label: t("取消关联"), onSelect: unlink },
        can.enable && { label: t("启用"), onSelect: ask(enabling) },
        can.disable && { label: t("禁用"), isDanger: true, onSelect: ask(disabling) },
        mayBlock &&
          isPresent &&
          !row.is_blacklisted && { label: t("拉黑"), isDanger: true, onSelect: ask(blockingUser) },
      ];
    },
    dialog: (
      <>
        {form}
        {dialog}
      </>
    ),
  };
}

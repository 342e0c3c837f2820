import { lazy, Suspense, useState } from "react";
import type { RowAction } from "~/app/blocks/list/row-actions";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { blacklist } from "~/contract/customer/blacklist";
import type { CustomerUserRow } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import type { AskedAct } from "./customer-user-dialog";

const CustomerUserDialog = lazy(() =>
  import("./customer-user-dialog").then((module) => ({ default: module.CustomerUserDialog })),
);

/** What one may do with a registered user, and the dialogs that ask for the rest; the screen's clientAction holds `customerUserActs`. */
export function useCustomerUserActs() {
  const profile = useProfile();
  const [asked, setAsked] = useState<{ act: AskedAct; row: CustomerUserRow }>();
  const mayBlock = mayCall(profile, blacklist.create);
  return {
    actionsOf: (row: CustomerUserRow): (RowAction | false)[] => {
      const ask = (act: AskedAct) => () => setAsked({ act, row });
      const isPresent = row.status !== "unregistered";
      return [
        row.can.convert && { label: t("转为客户"), to: `/customer/addCustomerInfo?client_id=${row.id}` },
        row.can.link && { label: t("关联客户"), onSelect: ask("link") },
        row.can.unlink && { label: t("取消关联"), onSelect: ask("unlink") },
        row.can.enable && { label: t("启用"), onSelect: ask("enable") },
        row.can.disable && { label: t("禁用"), isDanger: true, onSelect: ask("disable") },
        mayBlock && isPresent && !row.is_blacklisted && { label: t("拉黑"), isDanger: true, onSelect: ask("block") },
      ];
    },
    dialog: asked ? (
      <Suspense>
        <CustomerUserDialog {...asked} onClose={() => setAsked(undefined)} />
      </Suspense>
    ) : null,
  };
}

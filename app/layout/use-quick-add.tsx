import { useState } from "react";
import { ActScreen } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { customer } from "~/contract/customer/customer";
import { mayCall } from "~/contract/endpoint";

const QuickCustomer = lazyPart(() => import("~/app/features/quick-customer/quick-customer"), "QuickCustomer");

/** N starts a new customer wherever a list does not start something of its own. */
export function useQuickAdd() {
  const mayAdd = mayCall(useProfile(), customer.create);
  const [isAdding, setIsAdding] = useState(false);
  useShortcuts("frame", () => [mayAdd && { key: "N", label: t("新增客户"), run: () => setIsAdding(true) }]);
  if (!isAdding) return null;
  return (
    // Not every screen writes.
    <ActScreen.Provider value="/?index">
      <QuickCustomer onClose={() => setIsAdding(false)} />
    </ActScreen.Provider>
  );
}

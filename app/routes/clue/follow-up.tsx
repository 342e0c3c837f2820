import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { NewTracking } from "~/app/features/customer/new-tracking";
import { t } from "~/app/i18n/t";
import type { ClueRow } from "~/contract/clue/clue-record";

export function FollowUp({ row: { id, customer, estate }, onClose }: { row: ClueRow; onClose: () => void }) {
  if (!customer) return null;
  return (
    <SideDrawer onClose={onClose} title={t("跟进{name}", { name: customer.name })}>
      <NewTracking customerId={customer.id} aboutId={estate.id} clueId={id} onClose={onClose} />
    </SideDrawer>
  );
}

import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { NewTracking } from "~/app/features/customer/new-tracking";
import { t } from "~/app/i18n/t";

interface FollowUpDrawerProps {
  inquiryId: number;
  customer: { id: number; name: string };
  onClose: () => void;
}

export const FollowUpDrawer = ({ inquiryId, customer, onClose }: FollowUpDrawerProps) => (
  <SideDrawer onClose={onClose} title={t("跟进{name}", { name: customer.name })}>
    <NewTracking customerId={customer.id} inquiryId={inquiryId} onClose={onClose} />
  </SideDrawer>
);

import { Text } from "@mantine/core";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Link } from "~/app/blocks/link";
import { LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import { clockSentence } from "~/app/routes/customer/claim-clock";
import { CustomerPhone } from "~/app/routes/customer/customer-phone";
import { NewTracking } from "~/app/routes/customer/page/new-tracking";
import type { DayCustomer } from "~/contract/dashboard/analytics";
import { customerPage } from "./day-lines";
import classes from "./day-list.module.css";

/** The form of a follow-up over the day, with what one wants to know of the customer while one writes. */
export function FollowUpDrawer({ customer, onClose }: { customer: DayCustomer; onClose: () => void }) {
  return (
    <SideDrawer onClose={onClose} title={t("跟进{name}", { name: customer.name })}>
      <div className={classes.about}>
        <LevelTag level={customer.level} />
        <StageTag stage={customer.stage} />
        <CustomerPhone row={customer} />
        <Link to={customerPage(customer)}>{t("客户详情")}</Link>
      </div>
      <Text size="sm" c="dimmed" mb="md">
        {clockSentence(customer)}
      </Text>
      <div className={classes.form}>
        <NewTracking customerId={customer.id} onClose={onClose} />
      </div>
    </SideDrawer>
  );
}

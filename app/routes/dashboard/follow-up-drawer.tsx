import { Text } from "@mantine/core";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Link } from "~/app/blocks/link";
import { PhoneLink } from "~/app/features/contacts/contacts";
import { clockSentence } from "~/app/features/customer/claim-clock";
import { callOf, LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import { NewTracking } from "~/app/features/customer/new-tracking";
import { t } from "~/app/i18n/t";
import type { DayCustomer } from "~/contract/dashboard/blocks";
import { customerPage } from "./day-lines";
import classes from "./day-list.module.css";

/** The form of a follow-up over the day, with what one wants to know of the customer while one writes. */
export function FollowUpDrawer({ customer, onClose }: { customer: DayCustomer; onClose: () => void }) {
  const number = callOf(customer);
  return (
    <SideDrawer onClose={onClose} title={t("跟进{name}", { name: customer.name })}>
      <div className={classes.about}>
        <LevelTag level={customer.level} />
        <StageTag stage={customer.stage} />
        {number ? <PhoneLink {...number} /> : null}
        <Link to={customerPage(customer)}>{t("查看客户")}</Link>
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

import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { PhoneLink } from "~/app/features/contacts/contacts";
import { clockSentence } from "~/app/features/customer/claim-clock";
import { callOf, LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import { NewTracking } from "~/app/features/customer/new-tracking";
import { t } from "~/app/i18n/t";
import type { DayCustomer } from "~/contract/dashboard/blocks";
import { customerPage } from "./day-lines";
import classes from "./day-list.module.css";
import { LastNote } from "./last-note";

const CallCard = lazyPart(() => import("~/app/features/contacts/call-card"), "CallCard");

interface FollowUpDrawerProps {
  customer: DayCustomer;
  /** They are being called: at the desk the number stands large above the form. */
  isCall?: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** The form of a follow-up over the day, with what one wants to know of the customer while one writes. */
export function FollowUpDrawer({ customer, isCall = false, onClose, onSaved }: FollowUpDrawerProps) {
  const isPhone = useIsPhone();
  const number = callOf(customer);
  return (
    <SideDrawer onClose={onClose} title={t("跟进{name}", { name: customer.name })}>
      <div className={classes.about}>
        <LevelTag level={customer.level} />
        <StageTag stage={customer.stage} />
        {number && (!isCall || isPhone) ? <PhoneLink {...number} /> : null}
        <Link to={customerPage(customer)}>{t("查看客户")}</Link>
      </div>
      {number && isCall && !isPhone ? <CallCard {...number} /> : null}
      <p className={classes.known}>{clockSentence(customer)}</p>
      <p className={classes.known}>
        <LastNote customer={customer} />
      </p>
      <div className={classes.form}>
        <NewTracking customerId={customer.id} onClose={onClose} onSaved={onSaved} />
      </div>
    </SideDrawer>
  );
}

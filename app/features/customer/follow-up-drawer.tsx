import { Group, Text } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { PhoneLink } from "~/app/features/contacts/contacts";
import { clockSentence } from "~/app/features/customer/claim-clock";
import { type CallNumber, callOf, LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import { NewTracking } from "~/app/features/customer/new-tracking";
import { t } from "~/app/i18n/t";
import type { DayCustomer } from "~/contract/dashboard/blocks";
import { customerPage } from "./customer-path";
import classes from "./follow-up-drawer.module.css";
import { AskedNote, LastNote } from "./last-note";

const CallCard = lazyPart(() => import("~/app/features/contacts/call-card"), "CallCard");

/** The form's customer data; a missing last note is fetched. */
export type Followed = Pick<
  DayCustomer,
  ("id" | "name" | "phone" | "phone_cc" | "is_blacklisted" | "level" | "stage") | ("clock" | "last_tracking_at" | "can")
> &
  Partial<Pick<DayCustomer, "last_note">>;

interface FollowUpDrawerProps {
  customer: Followed;
  /** A call: on the desktop the number is shown large above the form. */
  isCall?: boolean;
  number?: CallNumber | undefined;
  onClose: () => void;
  onSaved?: () => void;
}

export function FollowUpDrawer({ customer, isCall = false, number: called, onClose, onSaved }: FollowUpDrawerProps) {
  const isPhone = useIsPhone();
  const page = customerPage(customer);
  const isThere = useLocation().pathname === page;
  const number = called ?? callOf(customer);
  return (
    <SideDrawer onClose={onClose} title={t("跟进{name}", { name: customer.name })}>
      <Group gap="8px 12px" mb={4} fz={14}>
        <LevelTag level={customer.level} />
        <StageTag stage={customer.stage} />
        {number && (!isCall || isPhone) ? <PhoneLink {...number} /> : null}
        {isThere ? null : <Link to={page}>{t("查看客户")}</Link>}
      </Group>
      {number && isCall && !isPhone ? <CallCard {...number} /> : null}
      <Text fz={14} c="dimmed" mb={8}>
        {clockSentence(customer)}
      </Text>
      <Text fz={14} c="dimmed" mb={8}>
        {customer.last_note === undefined ? (
          <AskedNote customer={customer} />
        ) : (
          <LastNote customer={{ ...customer, last_note: customer.last_note }} />
        )}
      </Text>
      <div className={classes.form}>
        <NewTracking customerId={customer.id} onClose={onClose} {...(onSaved && { onSaved })} />
      </div>
    </SideDrawer>
  );
}

import { type MouseEvent, type ReactNode, useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { PhoneLink } from "~/app/features/contacts/contacts";
import type { CallNumber } from "./customer-tags";
import type { Followed } from "./follow-up-drawer";

const FollowUpDrawer = lazyPart(() => import("./follow-up-drawer"), "FollowUpDrawer");

interface CallCustomer {
  /** For the link that dials, which the phone follows. */
  onClick: (event: MouseEvent) => void;
  dialog: ReactNode;
}

/** What 拨打 does with the user's own customer: the phone dials; the desktop shows the number above the follow-up form. */
export function useCallCustomer(customer: Followed, number?: CallNumber): CallCustomer {
  const isPhone = useIsPhone();
  const [isCalling, setIsCalling] = useState(false);
  const close = () => setIsCalling(false);
  return {
    onClick: (event) => {
      if (isPhone || !customer.can.track) return;
      event.preventDefault();
      setIsCalling(true);
    },
    dialog: isCalling ? <FollowUpDrawer isCall {...{ customer, number }} onClose={close} /> : null,
  };
}

interface CustomerCallProps {
  customer: Followed;
  number: CallNumber;
  isBare?: boolean;
}

export function CustomerCall({ customer, number, isBare }: CustomerCallProps) {
  const { onClick, dialog } = useCallCustomer(customer, number);
  return (
    <>
      <PhoneLink {...number} isBare={isBare} onClick={onClick} />
      {dialog}
    </>
  );
}

import { useBackCloses } from "~/app/blocks/feedback/use-back-closes";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { OfflineLine } from "./offline-line";
import { PhoneHabits } from "./phone-habits";

/** What no first page waits for: Back that closes what lies on top, work without a network, the phone's keyboard and habits. */
export function FrameLater() {
  useBackCloses();
  return (
    <>
      {useIsPhone() ? <PhoneHabits /> : null}
      <OfflineLine />
    </>
  );
}

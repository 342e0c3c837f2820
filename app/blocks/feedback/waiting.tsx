import { t } from "~/app/i18n/t";
import classes from "./waiting.module.css";

/** How many of them stand there. */
const counts = { list: 8, record: 8, cards: 6 } as const;

interface WaitingProps {
  /** Rows of a list, the facts of a record (or fields of a form), or cards. */
  shape: keyof typeof counts;
}

/** Stands where something is on its way, in the shape of what comes. */
export function Waiting({ shape }: WaitingProps) {
  return (
    <div role="progressbar" aria-label={t("加载中")} className={classes[shape]}>
      {Array.from({ length: counts[shape] }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <span key={index} />
      ))}
    </div>
  );
}

/** As the fallback of a part that comes later. */
export const WaitingList = () => <Waiting shape="list" />;
export const WaitingRecord = () => <Waiting shape="record" />;
export const WaitingCards = () => <Waiting shape="cards" />;

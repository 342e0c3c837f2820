import { t } from "~/app/i18n/t";
import classes from "./waiting.module.css";

const counts = { list: 8, record: 8, cards: 6 } as const;

export const Waiting = ({ shape }: { shape: keyof typeof counts }) => (
  <div role="progressbar" aria-label={t("加载中")} className={classes[shape]}>
    {Array.from({ length: counts[shape] }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
      <span key={index} />
    ))}
  </div>
);

export const WaitingList = () => <Waiting shape="list" />;
export const WaitingRecord = () => <Waiting shape="record" />;
export const WaitingCards = () => <Waiting shape="cards" />;

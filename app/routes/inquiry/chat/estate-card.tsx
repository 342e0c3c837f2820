import basic from "~/app/basic.module.css";
import { layoutText, priceText } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import type { ChatCard } from "~/contract/inquiry/chat-words";
import classes from "./chat.module.css";

/** An estate as the visitor sees it. */
export function EstateCard({ card }: { card: ChatCard }) {
  const price = priceText({ ...card, price_min_cny: null, price_max_cny: null });
  const rest = [card.place, layoutText(card.layouts)].filter(Boolean).join(" · ");
  const inside = (
    <>
      {card.cover ? (
        <img src={card.cover} alt="" className={`${classes.cover} ${basic.fixed} ${basic.rounded}`} />
      ) : null}
      <span className={`${basic.column} ${basic.shrinks} ${basic.size13}`}>
        <strong className={`${basic.bold} ${basic.size14}`}>{card.name}</strong>
        <span>{price}</span>
        <span className={`${basic.dim} ${basic.size12}`}>{rest}</span>
      </span>
    </>
  );
  if (!card.url) return <div className={classes.estateCard}>{inside}</div>;
  return (
    <a className={classes.estateCard} href={card.url} target="_blank" rel="noreferrer" title={t("在网站上查看")}>
      {inside}
    </a>
  );
}

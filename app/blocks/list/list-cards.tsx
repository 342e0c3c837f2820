import type { ReactNode } from "react";
import { t } from "~/app/i18n/t";
import { Link } from "../link";
import classes from "./list-cards.module.css";
import type { Column } from "./list-columns";

/** Which columns a card shows: its tags beside the name, a text over its whole width, three facts, and the time at its foot. */
export interface CardLayout {
  /** A small picture before the name. */
  picture?: string;
  tags: readonly string[];
  text?: string;
  facts: readonly string[];
  time: string;
}

interface ListCardsProps<Row extends { id: number | string }> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  layout: CardLayout;
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string;
  renderActions?: (row: Row) => ReactNode;
}

/** A list on the phone. */
export function ListCards<Row extends { id: number | string }>(props: ListCardsProps<Row>) {
  const { rows, columns, layout, nameOf, linkOf, renderActions } = props;
  const column = (key: string) => columns.find((one) => one.key === key);
  const facts = layout.facts.flatMap((key) => column(key) ?? []);
  const picture = column(layout.picture ?? "");
  const text = column(layout.text ?? "");
  const time = column(layout.time);
  return (
    <ul className={classes.list}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card}>
          <div className={classes.head}>
            {picture?.render(row)}
            {linkOf ? (
              <Link to={linkOf(row)} className={classes.name}>
                {nameOf(row)}
              </Link>
            ) : (
              <span className={classes.name}>{nameOf(row)}</span>
            )}
            <span className={classes.tags}>
              {layout.tags.map((key) => (
                <span key={key}>{column(key)?.render(row)}</span>
              ))}
            </span>
          </div>
          {text ? <div className={classes.text}>{text.render(row)}</div> : null}
          <dl className={classes.facts}>
            {facts.map((fact) => (
              <div key={fact.key} className={classes.fact}>
                <dt>{t(fact.label)}</dt>
                <dd>{fact.render(row)}</dd>
              </div>
            ))}
          </dl>
          <div className={classes.foot}>
            <span>
              {time ? (
                <>
                  {t(time.label)} {time.render(row)}
                </>
              ) : null}
            </span>
            {renderActions?.(row)}
          </div>
        </li>
      ))}
    </ul>
  );
}

import { IconPhone } from "@tabler/icons-react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import { isBlank } from "../detail/value";
import { Link } from "../link";
import type { Column } from "./columns/list-columns";
import classes from "./list-cards.module.css";

/** Which columns a card shows: its tags after the name, a text over its full width, the facts in one line with the time at its end. */
export interface CardLayout<Row = unknown> {
  picture?: string;
  tags: readonly string[];
  text?: string;
  isBrief?: boolean;
  facts: readonly string[];
  time?: string;
  /** The number that the card's button calls; undefined if calling is not allowed. */
  call?: (row: Row) => { number: string; text: string } | undefined;
}

interface ListCardsProps<Row extends { id: number | string }> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  layout: CardLayout<Row>;
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string;
  openerOf?: (row: Row) => RowAction | undefined;
  renderActions?: (row: Row) => ReactNode;
}

export function ListCards<Row extends { id: number | string }>(props: ListCardsProps<Row>) {
  const { rows, columns, layout, nameOf, linkOf, openerOf, renderActions } = props;
  const column = (key: string) => columns.find((one) => one.key === key);
  const facts = layout.facts.flatMap((key) => column(key) ?? []);
  const picture = column(layout.picture ?? "");
  const text = column(layout.text ?? "");
  const time = column(layout.time ?? "");
  return (
    <ul className={`${basic.column} ${basic.gap6} ${basic.list}`}>
      {rows.map((row) => (
        <li key={row.id} className={`${basic.relative} ${basic.surface}`} style={{ padding: "2px 4px 8px 12px" }}>
          <div className={`${basic.row} ${basic.gap8} ${basic.finger}`}>
            {picture?.render(row)}
            <CardName to={linkOf?.(row)} opener={openerOf?.(row)}>
              {nameOf(row)}
            </CardName>
            <span className={`${basic.flex} ${basic.gap4} ${basic.fixed} ${basic.clipped}`} style={{ maxWidth: "45%" }}>
              {layout.tags.map((key) => (
                <span key={key}>{column(key)?.render(row)}</span>
              ))}
            </span>
            <span className={`${basic.row} ${basic.fixed} ${basic.pushed} ${basic.relative}`} style={{ zIndex: 1 }}>
              <Call to={layout.call?.(row)} />
              {renderActions?.(row)}
            </span>
          </div>
          {text ? (
            <div
              className={`${classes.text} ${basic.anywhere} ${basic.clipped} ${basic.size14}`}
              data-brief={layout.isBrief || undefined}
            >
              {briefOf(text, row)}
            </div>
          ) : null}
          <div
            className={`${basic.flex} ${basic.between} ${basic.gap8} ${basic.oneLine} ${basic.dim}`}
            style={{ paddingRight: 8, fontSize: "0.8125rem", lineHeight: "1.25rem" }}
          >
            <Facts of={facts} row={row} />
            {time ? <Facts of={[time]} row={row} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface CardNameProps {
  to: string | undefined;
  opener: RowAction | undefined;
  children: string;
}

function CardName({ to, opener, children }: CardNameProps) {
  if (to) {
    return (
      <Link to={to} className={classes.name}>
        {children}
      </Link>
    );
  }
  if (opener?.opens !== "name") return <span className={classes.name}>{children}</span>;
  return (
    <button
      type="button"
      data-opener
      className={`${basic.plain} ${classes.name}`}
      title={opener.label}
      onClick={opener.onSelect}
    >
      {children}
    </button>
  );
}

function Call({ to }: { to: ReturnType<NonNullable<CardLayout["call"]>> }) {
  if (!to) return null;
  return (
    <a
      className={`${basic.inlineRow} ${basic.centered} ${basic.rounded}`}
      style={{ width: 44, height: 44 }}
      href={`tel:${to.number.replace(/[^\d+]/g, "")}`}
      aria-label={t("拨打{number}", { number: to.text })}
    >
      <IconPhone size={20} stroke={1.6} aria-hidden />
    </a>
  );
}

/** Facts in a line, without empty ones. Labels are only for screen readers where the value is clear by itself. */
function Facts<Row extends object>({ of, row }: { of: readonly Column<Row>[]; row: Row }) {
  const shown = of
    .filter(({ key }) => !(key in row && isBlank(row[key as keyof Row])))
    .map((column) => ({ ...column, value: briefOf(column, row) }))
    .filter(({ value }) => value !== "–");
  if (shown.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {shown.map(({ key, label, isNamed, value }) => (
        <div key={key}>
          {/* For a column with two lines a card shows the first. */}
          <dt data-silent={!isNamed || undefined}>{t(label).split(" / ", 1)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const briefOf = <Row,>({ brief, render }: Column<Row>, row: Row): ReactNode => (brief ?? render)(row);

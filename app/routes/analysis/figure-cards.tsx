import { Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { FigureTip, figureMark } from "~/app/blocks/figure/figure-name";
import { Link } from "~/app/blocks/link";
import type { FigureText } from "~/contract/figures";
import classes from "./analysis.module.css";

export interface Card {
  key: string;
  figure: FigureText;
  /** As it is written: `1,203`, `<3`, `--`. */
  value: string;
  unit?: string;
  note?: string | undefined;
  to?: string | undefined;
}

const look = `${classes.card} ${basic.plain} ${basic.column} ${basic.gap2} ${basic.rounded} ${basic.sinks}`;

export const FigureCards = ({ cards }: { cards: readonly Card[] }) => (
  <ul
    className={`${classes.cards} ${basic.list} ${basic.columns}`}
    style={{ "--columns": "repeat(auto-fill, minmax(220px, 1fr))", "--on-phone": "repeat(2, minmax(0, 1fr))" }}
  >
    {cards.map(({ key, figure, value, unit, note, to }) => {
      const content = (
        <>
          <span className={`${basic.dim} ${basic.size13} ${figureMark}`}>{figure.label}</span>
          <Text component="span" fz={{ base: 24, sm: 30 }} fw={600} lh={1.25}>
            {value}
            {unit && value !== "--" ? (
              <small className={`${basic.size14} ${basic.medium}`} style={{ marginLeft: 2 }}>
                {unit}
              </small>
            ) : null}
          </Text>
          {note ? <span className={`${basic.dim} ${basic.size13}`}>{note}</span> : null}
        </>
      );
      return (
        <li key={key}>
          <FigureTip of={figure}>
            {to ? (
              <Link to={to} className={look}>
                {content}
              </Link>
            ) : (
              <button type="button" className={look} data-plain="">
                {content}
              </button>
            )}
          </FigureTip>
        </li>
      );
    })}
  </ul>
);

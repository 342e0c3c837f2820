import type { ReactElement } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { type FigureKey, type FigureText, figures } from "~/contract/figures";
import { floats } from "../floats";
import { lazyPart } from "../lazy-part";
import classes from "./figure-name.module.css";

const Tip = lazyPart(floats.load, "Tip", ({ children }) => children);

interface FigureTipProps {
  of: FigureKey | FigureText;
  more?: string;
  children: ReactElement;
}

export const FigureTip = ({ of, more, children }: FigureTipProps) => (
  <Tip label={[t(textOf(of).definition), more].filter(Boolean).join(" ")}>{children}</Tip>
);

const textOf = (of: FigureKey | FigureText): FigureText => (typeof of === "string" ? figures[of] : of);

export function FigureName({ of, children }: { of: FigureKey | FigureText; children?: string }) {
  const name = children ?? t(textOf(of).label);
  return (
    <span className={`${classes.figure} ${basic.relative}`}>
      <span className={figureMark}>{name}</span>
      <FigureTip of={of}>
        <button type="button" className={`${basic.plain} ${classes.ask}`} aria-label={t("{name}的说明", { name })} />
      </FigureTip>
    </span>
  );
}

export const figureMark = classes.marked;

import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { FigureKey } from "~/contract/figures";
import { FigureName } from "../figure/figure-name";
import classes from "./fact-list.module.css";
import { isBlank } from "./value";

interface Fact {
  label: string;
  figure?: FigureKey;
  value: ReactNode;
  isWide?: boolean;
  /** In place of its label if it is not known: the way to fill it in. */
  fill?: ReactNode;
}

interface FactListProps {
  facts: readonly (Fact | false)[];
  remedy?: ReactNode;
  isNarrow?: boolean;
}

export function FactList({ facts, remedy, isNarrow = false }: FactListProps) {
  const asked = facts.filter((fact) => typeof fact === "object");
  const known = asked.filter(({ value }) => !isBlank(value) && value !== "–");
  const missing = asked.filter((fact) => !known.includes(fact));
  return (
    <>
      {known.length ? (
        <dl
          className={
            isNarrow
              ? `${basic.column} ${basic.gap8} ${basic.flat} ${classes.narrow}`
              : `${basic.columns} ${basic.flat}`
          }
          style={isNarrow ? undefined : wide}
        >
          {known.map(({ label, figure, value, isWide }) => (
            <div key={label} className={isWide ? `${classes.fact} ${basic.wide}` : classes.fact}>
              <dt className={`${basic.dim} ${basic.size13}`}>
                {figure ? <FigureName of={figure}>{label}</FigureName> : label}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {missing.length && remedy !== null ? <Missing facts={missing} remedy={remedy} /> : null}
    </>
  );
}

const wide = { "--columns": "repeat(auto-fill, minmax(200px, 1fr))", "--on-phone": "1fr 1fr", gap: "16px 24px" };

function Missing({ facts, remedy }: { facts: readonly Fact[]; remedy: ReactNode }) {
  const isFilled = facts.some(({ fill }) => fill);
  if (!isFilled)
    return (
      <p className={`${basic.dim} ${basic.size12} ${basic.anywhere} ${classes.missing}`}>
        {t("未填：{fields}", { fields: facts.map(({ label }) => label).join("、") })} {remedy}
      </p>
    );
  return (
    <div className={`${basic.dim} ${basic.size12} ${basic.anywhere} ${classes.missing}`}>
      {t("未填：")}
      {facts.map(({ label, fill }) => (
        <span key={label} className={classes.gap}>
          {fill ?? label}
        </span>
      ))}
    </div>
  );
}

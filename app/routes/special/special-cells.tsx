import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Thumb } from "~/app/blocks/detail/thumb";
import { t } from "~/app/i18n/t";
import type { SpecialRow } from "~/contract/special/special";

export const SpecialTitle = ({ cover, name, title }: SpecialRow) => (
  <span className={`${basic.row} ${basic.gap8} ${basic.shrinks}`}>
    <Thumb src={cover} width={42} height={28} />
    <span className={`${basic.column} ${basic.shrinks}`} style={{ lineHeight: "17px" }}>
      <span className={basic.cut} title={name}>
        {name}
      </span>
      <small className={`${basic.cut} ${basic.regular} ${basic.dim} ${basic.size12}`} title={title}>
        {title}
      </small>
    </span>
  </span>
);

export function spanOf({ start_at, end_at }: Pick<SpecialRow, "start_at" | "end_at">): string {
  if (!start_at && !end_at) return t("长期");
  const [from, to] = [start_at, end_at].map((at) => (at ? formatInstant(at).slice(5, 16) : ""));
  return `${from} ~ ${to}`;
}

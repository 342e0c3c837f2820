import { Box, Button } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import type { CompareRow, CompareSide } from "~/contract/clue/developer-compare";
import { type CompareDecision, compareDecisions, compareResults } from "~/contract/clue/statement-kinds";
import { formatExact } from "~/contract/format";
import classes from "./compare.module.css";

interface CompareRowsProps {
  rows: readonly CompareRow[];
  currency: string;
  /** Absent: the reader decides nothing. */
  onAct: ((row: CompareRow, act: "accept" | "dispute") => void) | undefined;
}

const colors: Readonly<Record<CompareDecision, TagColor>> = { open: "orange", accepted: "green", disputed: "red" };

/** Lines with both sides next to each other, each difference by name, and the decision. */
export function CompareRows({ rows, currency, onAct }: CompareRowsProps) {
  if (rows.length === 0) return <Empty title={t("没有这样的行")} />;
  return (
    <>
      <Box className={`${classes.row} ${basic.overlined} ${basic.dim} ${basic.size13}`} visibleFrom="sm" aria-hidden>
        <span>{t("房号 / 客户")}</span>
        <span>{t("对方")}</span>
        <span>{t("我方")}</span>
        <span>{t("差异")}</span>
        <span>{t("处理")}</span>
      </Box>
      <ul className={basic.list}>
        {rows.map((row) => (
          <li
            key={row.n}
            className={`${classes.row} ${basic.size14} ${basic.overlined}`}
            aria-label={`${row.estate} ${row.unit}`}
          >
            <div>
              <strong>
                {row.estate} {row.unit}
              </strong>
              <span className={`${basic.block} ${basic.dim} ${basic.size13}`}>
                {[row.customer_name, row.deal?.name, row.row === null ? null : t("文件第{n}行", { n: row.row })]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </div>
            <Side label={t("对方")} side={row.theirs} currency={currency} />
            <Side label={t("我方")} side={row.ours} currency={currency} />
            <div>
              <Tag color={row.result === "match" ? "green" : "orange"}>{t(compareResults[row.result])}</Tag>
              {row.differences.map((one) => (
                <span key={`${one.kind}:${one.theirs}`} className={`${basic.block} ${basic.dim} ${basic.size13}`}>
                  {differenceOf(one, currency)}
                </span>
              ))}
              {row.remark ? (
                <span className={`${basic.block} ${basic.dim} ${basic.size13}`}>
                  {t("对方备注：{text}", { text: row.remark })}
                </span>
              ) : null}
            </div>
            <div className={`${classes.acts} ${basic.flow} ${basic.top} ${basic.gap6}`}>
              <Tag color={colors[row.decision]}>{t(compareDecisions[row.decision])}</Tag>
              {onAct && row.decision !== "accepted" ? (
                <Button size="compact-sm" variant="default" onClick={() => onAct(row, "accept")}>
                  {t("接受")}
                </Button>
              ) : null}
              {onAct && row.decision !== "disputed" ? (
                <Button size="compact-sm" variant="default" onClick={() => onAct(row, "dispute")}>
                  {t("争议")}
                </Button>
              ) : null}
              {row.note ? <span className={`${basic.block} ${basic.dim} ${basic.size13}`}>{row.note}</span> : null}
              {row.decided_by ? (
                <span className={`${basic.block} ${basic.dim} ${basic.size13}`}>{row.decided_by.name}</span>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const Side = ({ label, side, currency }: { label: string; side: CompareSide | null; currency: string }) => (
  <div>
    <Box component="span" className={basic.dim} mr={8} hiddenFrom="sm">
      {label}
    </Box>
    {side ? (
      <>
        {formatExact(side.amount, currency)}
        <span className={`${basic.block} ${basic.dim} ${basic.size13}`}>
          {[side.signed_at, side.deduction ? t("扣 {amount}", { amount: formatExact(side.deduction, currency) }) : null]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </>
    ) : (
      "–"
    )}
  </div>
);

/** 金额不符：对方 1,900,000，我方 1,800,000. */
function differenceOf({ kind, theirs, ours }: CompareRow["differences"][number], currency: string): string {
  const isAmount = kind !== "date";
  const shown = (value: string | null) =>
    value === null ? t("无") : isAmount && /^-?\d+\.\d\d$/.test(value) ? formatExact(value, currency) : value;
  return t("{kind}：对方 {theirs}，我方 {ours}", {
    kind: t(compareResults[kind]),
    theirs: shown(theirs),
    ours: shown(ours),
  });
}

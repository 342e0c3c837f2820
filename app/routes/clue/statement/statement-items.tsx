import { Flex, Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import type { StatementItem } from "~/contract/clue/statement";
import { statementItemKinds } from "~/contract/clue/statement-kinds";
import { formatExact } from "~/contract/format";
import { settleConditions } from "~/contract/house/estate-record";
import classes from "./statement.module.css";

export const StatementItems = ({ items }: { items: readonly StatementItem[] }) => (
  <ul className={basic.list}>
    {items.map((item) => (
      <Flex key={item.id} component="li" wrap="wrap" gap="4px 16px" justify="space-between" className={classes.item}>
        <Group gap="2px 8px" flex="1 1 260px" miw={0}>
          <strong>
            {item.estate} {item.unit}
          </strong>
          {item.kind === "clawback" ? <Tag color="red">{t(statementItemKinds.clawback)}</Tag> : null}
          <span className={`${basic.ownLine} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>{factsOf(item)}</span>
          <span className={`${basic.ownLine} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
            <TextLink to={`/clue/feedback?open=${item.clue_id}`}>{item.clue_no}</TextLink>
            {` · ${item.deal_no}`}
          </span>
          {item.note ? (
            <span className={`${basic.ownLine} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>{item.note}</span>
          ) : null}
        </Group>
        <div className={`${classes.amount} ${basic.column}`}>
          <strong>{formatExact(item.amount, item.currency)}</strong>
          {Number(item.adjust_amount) === 0 ? null : (
            <span className={`${basic.ownLine} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
              {t("调整 {amount}：{reason}", {
                amount: formatExact(item.adjust_amount, item.currency),
                reason: item.adjust_reason ?? "",
              })}
            </span>
          )}
        </div>
      </Flex>
    ))}
  </ul>
);

type Counted = Pick<
  StatementItem,
  "customer_name" | "basis" | "deal_currency" | "rate" | "part" | "kind" | "condition" | "due_at"
>;

export const factsOf = ({
  customer_name,
  basis,
  deal_currency,
  rate,
  part,
  kind,
  condition,
  due_at,
}: Counted): string =>
  [
    customer_name,
    ...(rate === null ? [] : [t("基数{basis} × {rate}%", { basis: formatExact(basis, deal_currency), rate })]),
    ...(part > 1 && kind === "commission" ? [t("第{n}批", { n: part })] : []),
    `${t(settleConditions[condition as keyof typeof settleConditions] ?? condition)} ${due_at}`,
  ].join(" · ");

import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import paper from "~/app/blocks/detail/paper.module.css";
import { BackToList } from "~/app/blocks/list/back-to-list";
import { StatementPeriod } from "~/app/features/statement/statement-period";
import { t } from "~/app/i18n/t";
import type { StatementDetail, StatementItem } from "~/contract/clue/statement";
import { statementItemKinds, statementStatuses } from "~/contract/clue/statement-kinds";
import { formatExact } from "~/contract/format";
import { settleConditions } from "~/contract/house/estate-record";
import classes from "./statement-sheet.module.css";

export function StatementSheet({ one, onClose }: { one: StatementDetail; onClose: () => void }) {
  const money = (amount: string) => formatExact(amount, one.currency);
  return (
    <div className={paper.page} style={{ "--paper-width": "1000px" }}>
      <div className={paper.tools}>
        <BackToList onClose={onClose} />
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t("打印")}
        </Button>
      </div>
      <article className={`${paper.sheet} ${classes.sheet} ${basic.surface}`} aria-label={t("对账单")}>
        <h1>{t("佣金对账单")}</h1>
        <FactList
          remedy={null}
          facts={[
            { label: t("对账单号"), value: one.statement_no },
            { label: t("状态"), value: t(statementStatuses[one.status]) },
            { label: t("代理"), value: `${one.agent.name}（${one.agent_no}）` },
            { label: t("联系人"), value: one.contact_name },
            { label: t("期间"), value: <StatementPeriod of={one} /> },
            { label: t("币种"), value: one.currency },
            { label: t("开票抬头"), value: one.invoice_title },
            { label: t("税号"), value: one.tax_no },
            { label: t("开户行"), value: one.bank_name },
            { label: t("收款账号"), value: one.bank_account_masked },
          ]}
        />
        <div className={`${classes.wide} ${basic.scrolls}`}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">{t("房源 / 客户")}</th>
                <th scope="col">{t("成交 / 报备")}</th>
                <th scope="col">{t("结佣条件")}</th>
                <th scope="col" data-amount>
                  {t("计佣基数 / 比例")}
                </th>
                <th scope="col" data-amount>
                  {t("应结")}
                </th>
                <th scope="col" data-amount>
                  {t("调整")}
                </th>
              </tr>
            </thead>
            <tbody>
              {one.items.map((item, index) => (
                <Line key={item.id} item={item} no={index + 1} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th colSpan={5} scope="row">
                  {t("合计（{n}笔）", { n: one.item_count })}
                </th>
                <td data-amount data-label={t("应结")}>
                  {money(one.total_amount)}
                </td>
                <td data-amount data-label={t("调整")}>
                  {money(one.adjust_total)}
                </td>
              </tr>
              <tr>
                <th colSpan={5} scope="row">
                  {t("应付合计")}
                  {one.tax_rate > 0
                    ? t("（含税额 {amount}，税率 {rate}%）", { amount: money(one.tax_amount), rate: one.tax_rate })
                    : null}
                </th>
                <td colSpan={2} data-amount data-label={t("应付")}>
                  <strong>{money(one.payable_total)}</strong>
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
        <footer className={paper.signed}>
          <span>{t("我方（签章 / 日期）：")}</span>
          <span>{t("代理确认（签章 / 日期）：")}</span>
        </footer>
      </article>
    </div>
  );
}

function Line({ item, no }: { item: StatementItem; no: number }) {
  const { kind, condition, due_at, rate, adjust_amount, adjust_reason, currency } = item;
  return (
    <tr>
      <td>{no}</td>
      <td data-label={t("房源 / 客户")}>
        {item.estate} {item.unit}
        <div className={classes.small}>
          {[item.customer_name, ...(kind === "clawback" ? [t(statementItemKinds.clawback)] : []), item.note]
            .filter(Boolean)
            .join(" · ")}
        </div>
      </td>
      <td data-label={t("成交 / 报备")}>
        {item.deal_no}
        <div className={classes.small}>{item.clue_no}</div>
      </td>
      <td data-label={t("结佣条件")}>
        {t(settleConditions[condition as keyof typeof settleConditions] ?? condition)}
        <div className={classes.small}>{due_at}</div>
      </td>
      <td data-amount data-label={t("计佣基数 / 比例")}>
        {formatExact(item.basis, item.deal_currency)}
        <div className={classes.small}>{rate === null ? t("固定金额") : `${rate}%`}</div>
      </td>
      <td data-amount data-label={t("应结")}>
        {formatExact(item.amount, currency)}
      </td>
      <td data-amount data-label={t("调整")}>
        {Number(adjust_amount) === 0 ? "–" : formatExact(adjust_amount, currency)}
        {adjust_reason ? <div className={classes.small}>{adjust_reason}</div> : null}
      </td>
    </tr>
  );
}

import { Anchor, Stack } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import line from "~/app/blocks/detail/line.module.css";
import { NotYet } from "~/app/blocks/detail/not-yet";
import { RecordTags } from "~/app/blocks/detail/record-tags";
import { TitledPart } from "~/app/blocks/detail/titled-part";
import { Empty } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { StatementPeriod } from "~/app/features/statement/statement-period";
import { StatementTag } from "~/app/features/statement/statement-tags";
import { t } from "~/app/i18n/t";
import { type StatementDetail, type StatementRow, statement } from "~/contract/clue/statement";
import { formatExact } from "~/contract/format";
import { StatementItems } from "./statement-items";
import { useStatementActs } from "./use-statement-acts";

const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments");

export function StatementDrawer({ id, row }: DrawerPart<StatementRow>) {
  const record = useDrawerCall(statement.get, { params: { id } });
  const logs = useDrawerCall(statement.logs, { params: { id } });
  const acts = useStatementActs();
  return (
    <DrawerAnswer {...record}>
      {(one) => (
        <div className={`${basic.grid} ${basic.gap16}`}>
          <RecordTags name={one.statement_no} isNamed={row !== undefined}>
            <StatementTag status={one.status} />
            <strong>{formatExact(one.payable_total, one.currency)}</strong>
          </RecordTags>
          <ThumbBar>
            <RowActions isTall about={one.statement_no} actions={acts.actionsOf(one)} />
          </ThumbBar>
          <NotYet
            steps={[
              [t("发送"), one.can.send, one.blocked.send],
              [t("付款"), one.can.pay, one.blocked.pay],
            ]}
          />
          <FactList remedy={null} facts={factsOf(one)} />
          <TitledPart title={t("明细（{n}笔）", { n: one.item_count })}>
            <StatementItems items={one.items} />
          </TitledPart>
          <Files one={one} />
          <TitledPart title={t("日志")}>
            <DrawerAnswer {...logs}>
              {(list) =>
                list.length === 0 ? (
                  <Empty />
                ) : (
                  <ol className={`${line.line} ${basic.list} ${basic.grid} ${basic.gap10}`}>
                    {list.map(({ id: key, at, by, summary, reason }) => (
                      <li key={key}>
                        <div className={line.head}>
                          <strong>{summary}</strong>
                          <span>{by}</span>
                          <time dateTime={at}>{formatInstant(at)}</time>
                        </div>
                        {reason ? <p className={line.text}>{reason}</p> : null}
                      </li>
                    ))}
                  </ol>
                )
              }
            </DrawerAnswer>
          </TitledPart>
          <TitledPart title={t("评论")}>
            <Comments type="account_statement" id={id} />
          </TitledPart>
          {acts.dialog}
        </div>
      )}
    </DrawerAnswer>
  );
}

const factsOf = (one: StatementDetail) => {
  const money = (amount: string | null) => amount && formatExact(amount, one.currency);
  return [
    { label: t("代理"), value: one.agent.name },
    { label: t("渠道经理"), value: one.manager?.name },
    { label: t("期间"), value: <StatementPeriod of={one} /> },
    { label: t("应结"), value: money(one.total_amount) },
    { label: t("调整"), value: money(one.adjust_total) },
    { label: t("应付合计"), value: <b>{money(one.payable_total)}</b> },
    one.tax_rate > 0 && { label: t("其中税额（{rate}%）", { rate: one.tax_rate }), value: money(one.tax_amount) },
    { label: t("需要发票"), value: one.invoice_required ? t("是") : t("否") },
    { label: t("收款账号"), value: one.bank_account_masked ?? t("未登记") },
    { label: t("制单人"), value: one.created_by?.name },
    { label: t("发送时间"), value: formatInstant(one.sent_at) },
    { label: t("代理确认人"), value: one.confirm_by },
    { label: t("确认时间"), value: formatInstant(one.confirmed_at) },
    { label: t("发票"), value: one.invoice_no },
    { label: t("付款日期"), value: one.paid_at },
    { label: t("付款人"), value: one.paid_by?.name },
    { label: t("异议说明"), value: one.dispute_note, isWide: true },
    { label: t("撤回发票原因"), value: one.uninvoice_reason, isWide: true },
    { label: t("作废原因"), value: one.void_reason, isWide: true },
  ];
};

function Files({ one }: { one: StatementDetail }) {
  const groups = [
    [t("确认凭证"), one.proof],
    [t("发票文件"), one.invoice_media],
    [t("付款凭证"), one.voucher],
  ] as const;
  const held = groups.filter(([, files]) => files.length > 0);
  if (held.length === 0) return null;
  return (
    <TitledPart title={t("文件")}>
      <Stack gap={4}>
        {held.flatMap(([label, files]) =>
          files.map(({ id, name, url }) => (
            <Anchor key={id} href={url} target="_blank" rel="noreferrer" size="sm">
              {label}：{name}
            </Anchor>
          )),
        )}
      </Stack>
    </TitledPart>
  );
}

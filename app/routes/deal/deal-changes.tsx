import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import line from "~/app/blocks/detail/line.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { lazyPart } from "~/app/blocks/lazy-part";
import { DrawerAnswer, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import type { Change } from "~/contract/common";
import { deal } from "~/contract/deal/deal";
import { type DealLogAction, type DealStatus, dealLogActions, dealStatuses } from "~/contract/deal/deal-kinds";
import type { DealDetail } from "~/contract/deal/deal-record";
import classes from "./deal-drawer.module.css";
import { namedDeal } from "./deal-questions";

const DealAct = lazyPart(() => import("./deal-act"), "DealAct");

export function DealChanges({ record }: { record: DealDetail }) {
  const logs = useDrawerCall(deal.logs, { params: { id: record.id } });
  return (
    <div className={`${basic.grid} ${basic.gap16}`}>
      {record.change ? <Waiting record={record} change={record.change} /> : null}
      <DrawerAnswer {...logs}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty />
          ) : (
            <ol className={`${line.line} ${basic.list} ${basic.grid} ${basic.gap10}`} aria-label={t("记录")}>
              {entries.map(({ id, action, from_status, to_status, by, at, note, changes }) => (
                <li key={id}>
                  <div className={line.head}>
                    <strong>{t(dealLogActions[action as DealLogAction] ?? action)}</strong>
                    {to_status && to_status !== from_status ? (
                      <span>→ {t(dealStatuses[to_status as DealStatus] ?? to_status)}</span>
                    ) : null}
                    <span>{by}</span>
                    <time dateTime={at}>{formatInstant(at)}</time>
                  </div>
                  {note ? <p className={line.text}>{note}</p> : null}
                  {changes.length ? <Changes changes={changes} /> : null}
                </li>
              ))}
            </ol>
          )
        }
      </DrawerAnswer>
    </div>
  );
}

function Waiting({ record, change }: { record: DealDetail; change: NonNullable<DealDetail["change"]> }) {
  const { confirm, dialog } = useConfirm();
  const [isRefusing, setRefusing] = useState(false);
  const close = () => setRefusing(false);
  const { id, version, can, blocked } = record;
  return (
    <Stack
      component="section"
      gap={8}
      p={14}
      className={`${basic.sunken} ${basic.rounded} ${basic.touches}`}
      aria-label={t("补充变更")}
    >
      <Text component="h4" fz={14} fw={600} mb={8}>
        {t("补充变更 · 待审核")}
      </Text>
      <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
        {t("{name} 于 {at} 申请：{reason}", {
          name: change.by.name,
          at: formatInstant(change.at),
          reason: change.reason,
        })}
      </p>
      <Changes changes={change.changes} />
      {can.review_change ? (
        <Group gap="xs" mt="sm">
          <Button
            disabled={blocked.review_change !== undefined}
            title={blocked.review_change}
            onClick={() =>
              confirm(
                deal.changeApprove,
                { params: { id }, body: { version } },
                {
                  text: t("{deal}，变更立即生效。", { deal: namedDeal(record) }),
                  confirmLabel: t("通过变更"),
                  isDanger: false,
                  success: t("变更已生效"),
                },
              )
            }
          >
            {t("通过变更")}
          </Button>
          <Button variant="default" onClick={() => setRefusing(true)}>
            {t("驳回变更")}
          </Button>
        </Group>
      ) : null}
      {isRefusing ? <DealAct act="change_reject" id={id} onDone={close} onClose={close} /> : null}
      {dialog}
    </Stack>
  );
}

const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <table className={`${classes.changes} ${basic.table}`}>
    <thead>
      <tr>
        <th scope="col">{t("内容")}</th>
        <th scope="col">{t("变更前")}</th>
        <th scope="col">{t("变更后")}</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ field, label, before, after }) => (
        <tr key={field}>
          <th scope="row">{t(label)}</th>
          <td>{before ?? "–"}</td>
          <td>{after ?? "–"}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

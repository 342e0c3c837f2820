import { Anchor, Button } from "@mantine/core";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { t } from "~/app/i18n/t";
import { type EstateAuditDetail, submitterTypes } from "~/contract/house/estate-audit";
import { detailPath } from "../estate/estate-paths";
import { ActionTag, labelOf, ResultTag } from "./audit-tags";

export function About({ record }: { record: EstateAuditDetail }) {
  const { estate, action, place, submitter, submitter_type, submitted_at, sla_due_at, reason, completeness } = record;
  const missing = completeness.filter(({ is_met }) => !is_met).map(({ label }) => t(label));
  return (
    <Panel
      title={estate.name}
      tools={
        <Anchor href={detailPath(estate.id)} target="_blank" rel="noopener" size="sm">
          {t("查看房源（新窗口）")}
        </Anchor>
      }
    >
      <FactList
        facts={[
          { label: t("编号"), value: estate.estate_no },
          { label: t("动作"), value: <ActionTag action={action} /> },
          { label: t("国家/城市"), value: place },
          { label: t("提交人"), value: `${submitter}（${labelOf(submitterTypes, submitter_type)}）` },
          { label: t("提交时间"), value: formatInstant(submitted_at) },
          { label: t("审核截止"), value: formatInstant(sla_due_at) },
          reason !== null && { label: t("下架原因"), value: reason, isWide: true },
          missing.length > 0 && { label: t("尚缺"), value: missing.join("、"), isWide: true },
        ]}
      />
    </Panel>
  );
}

export function Outcome({ record, onOpen }: { record: EstateAuditDetail; onOpen: (id: number) => void }) {
  const { reviewer, reviewed_at, note, reject_note, next_id } = record;
  return (
    <Panel
      title={t("审核结果")}
      tools={
        next_id === null ? (
          <span>{t("没有待审核的了")}</span>
        ) : (
          <Button size="compact-sm" onClick={() => onOpen(next_id)}>
            {t("下一条")}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          { label: t("结果"), value: <ResultTag row={record} /> },
          { label: t("审核人"), value: reviewer?.name },
          { label: t("审核时间"), value: formatInstant(reviewed_at) },
          note !== null && { label: t("审核意见"), value: note, isWide: true },
          reject_note !== null && { label: t("驳回说明"), value: reject_note, isWide: true },
        ]}
      />
    </Panel>
  );
}

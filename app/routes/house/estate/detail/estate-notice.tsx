import "@mantine/core/styles/Alert.css";
import { Alert } from "@mantine/core";
import { IconClock, IconX } from "@tabler/icons-react";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { rejectReasons } from "~/contract/house/estate-audit";
import { isIncomplete } from "./estate-completeness";
import { MissingParts } from "./missing-parts";

const reasons: Readonly<Record<string, string>> = rejectReasons;

export function EstateNotice({ record }: { record: EstateDetail }) {
  const { review, publish_status, offline_reason } = record;
  return (
    <>
      {review ? <Review review={review} /> : null}
      {publish_status === "offline" && offline_reason ? (
        <Alert color="gray" variant="outline" p="sm">
          {t("下架原因：{reason}", { reason: offline_reason })}
        </Alert>
      ) : null}
      {isIncomplete(record) ? (
        <Panel title={t("资料完整度")}>
          <MissingParts record={record} />
        </Panel>
      ) : null}
    </>
  );
}

function Review({ review }: { review: NonNullable<EstateDetail["review"]> }) {
  const { audit_no, submitter, submitted_at, sla_due_at, status, reject_reason, reject_note } = review;
  if (status === "pending")
    return (
      <Alert color="orange" variant="outline" icon={<IconClock aria-hidden />} title={t("待审核")} p="sm">
        {t("{no}，{who} 于 {when} 提交，审核时限 {due}。", {
          no: audit_no,
          who: submitter,
          when: formatInstant(submitted_at),
          due: formatInstant(sla_due_at),
        })}
        {review.action === "update" ? t("通过前对外仍显示原内容。") : ""}
      </Alert>
    );
  const why = [reject_reason && t(reasons[reject_reason] ?? reject_reason), reject_note].filter(Boolean).join("：");
  return (
    <Alert color="red" variant="outline" icon={<IconX aria-hidden />} title={t("审核未通过")} p="sm">
      {t("{no} 被驳回：{why}", { no: audit_no, why })}
    </Alert>
  );
}

import { Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { SmallLink } from "~/app/blocks/page-link";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import {
  auditActions,
  type EstateAuditEntry,
  estateAudit,
  rejectReasons,
  reviewStatuses,
} from "~/contract/house/estate-audit";
import classes from "../estate-detail.module.css";

export const EstateRecords = ({ id }: { id: number }) => (
  <AsyncPart {...useCall(estateAudit.history, { params: { id } })}>
    {(entries) =>
      entries.length ? (
        <ol className={`${classes.records} ${basic.list} ${basic.column} ${basic.gap6} ${basic.size14}`}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      ) : (
        <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{t("暂无审核记录")}</p>
      )
    }
  </AsyncPart>
);

const colors: Readonly<Record<string, TagColor>> = { pending: "orange", approved: "green", rejected: "red" };
const labelOf = (labels: Readonly<Record<string, string>>, key: string) => t(labels[key] ?? key);

function Entry({ entry }: { entry: EstateAuditEntry }) {
  const { id, audit_no, action, status, submitter, submitted_at, reviewer, reviewed_at, note, diff } = entry;
  const mayReview = mayCall(useProfile(), estateAudit.get);
  const refusal = [entry.reject_reason && labelOf(rejectReasons, entry.reject_reason), entry.reject_note];
  const text = [...refusal, note].filter(Boolean).join("：");
  return (
    <li>
      <Group component="p" gap="4px 10px" m={0}>
        <b>{labelOf(auditActions, action)}</b>
        <Tag color={colors[status]}>{labelOf(reviewStatuses, status)}</Tag>
        {mayReview ? <SmallLink to={`/house/audit?id=${id}`}>{audit_no}</SmallLink> : audit_no}
      </Group>
      <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>
        {t("{who} 于 {when} 提交", { who: submitter, when: formatInstant(submitted_at) })}
        {reviewer && reviewed_at
          ? ` · ${t("{who} 于 {when} 处理", { who: reviewer, when: formatInstant(reviewed_at) })}`
          : ""}
      </p>
      {text ? <p className={classes.note}>{text}</p> : null}
      {diff.length ? (
        <details className={`${classes.diff} ${basic.size13}`}>
          <summary>{t("变更{n}项", { n: diff.length })}</summary>
          <ul>
            {diff.map(({ field, label, before, after }) => (
              <li key={field}>{`${t(label)}：${before ?? "–"} → ${after ?? "–"}`}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </li>
  );
}

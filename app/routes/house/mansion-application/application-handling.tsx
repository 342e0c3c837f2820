import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { Tag } from "~/app/blocks/detail/tag";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import { Link } from "~/app/blocks/link";
import { Pictures } from "~/app/features/album/pictures";
import { t } from "~/app/i18n/t";
import { mansionStatuses } from "~/contract/house/mansion";
import { type ApplicationDetail, applicantTypes, applicationStatuses } from "~/contract/house/mansion-application";
import { ApplicationActs } from "./application-acts";
import { confirmPath } from "./application-paths";
import { Candidates } from "./candidates";
import { MansionCard, MapAnchor } from "./mansion-card";
import classes from "./mansion-confirm.module.css";
import { MansionLink } from "./mansion-link";
import { RequestedFields } from "./requested-fields";

function MansionBrief({ record }: { record: ApplicationDetail }) {
  const { mansion, mansion_name, room_owners, type } = record;
  return (
    <Panel title={t("现有楼栋")}>
      {mansion ? (
        <Stack gap="xs">
          <MansionCard
            mansion={mansion}
            tags={
              mansion.status === "enabled" ? null : (
                <Tag>{t(mansionStatuses[mansion.status as keyof typeof mansionStatuses])}</Tag>
              )
            }
          />
          {mansion.name === mansion_name ? null : (
            <Note>{t("申请时为「{name}」，楼栋其后已改名或合并。", { name: mansion_name })}</Note>
          )}
          {type === "claim" && room_owners > 0 ? (
            <Text size="sm" role="note">
              {t("该房号已有 {n} 位已认领业主，请核对产权证明。", { n: room_owners })}
            </Text>
          ) : null}
          <Text size="sm" component="div" style={{ display: "flex", justifyContent: "space-between", gap: 12 }}>
            <MansionLink mansion={mansion} label={t("查看")} />
            <MapAnchor mansion={mansion} />
          </Text>
        </Stack>
      ) : (
        <Empty title={t("楼栋已删除，只能驳回")} />
      )}
    </Panel>
  );
}

interface ApplicationHandlingProps {
  record: ApplicationDetail;
  onDecided: (reply: ApplicationDetail) => void;
}

export function ApplicationHandling({ record, onDecided }: ApplicationHandlingProps) {
  const { run, pending, error } = useAct();
  const [fields, setFields] = useState(() => changedOf(record));
  const [candidate, setCandidate] = useState<number>();
  const isOpen = record.can.reject;
  return (
    <>
      {isOpen ? null : <ApplicationOutcome record={record} />}
      <div className={`${classes.sides} ${basic.sided}`}>
        <Stack miw={0}>
          <ApplicationFacts record={record} />
          <Panel title={titleOf(record)}>
            <RequestedFields
              record={record}
              chosen={fields}
              onChoose={record.can.apply && record.type === "correct" ? setFields : undefined}
              errors={error?.fields ?? []}
            />
          </Panel>
        </Stack>
        {record.type === "create" ? (
          isOpen && (
            <Candidates record={record} chosen={candidate} onChoose={record.can.merge ? setCandidate : undefined} />
          )
        ) : (
          <MansionBrief record={record} />
        )}
      </div>
      {isOpen ? <ApplicationActs {...{ record, fields, candidate, run, pending, onDecided }} /> : null}
    </>
  );
}

const changedOf = ({ fields }: ApplicationDetail): ReadonlySet<string> =>
  new Set(fields.filter(({ is_changed, is_valid }) => is_changed && is_valid).map(({ field }) => field));

function titleOf({ type }: ApplicationDetail): string {
  if (type === "correct") return t("纠错内容");
  return type === "claim" ? t("认领内容") : t("申请的楼栋");
}

function ApplicationFacts({ record }: { record: ApplicationDetail }) {
  const { mansion_name, district, applicant_name, applicant_type, contact, created_at, evidence } = record;
  return (
    <Panel title={t("申请信息")}>
      <FactList
        facts={[
          { label: t("楼栋名"), value: mansion_name },
          { label: t("区域"), value: district },
          { label: t("申请时间"), value: formatInstant(created_at) },
          { label: t("申请人"), value: applicant_name },
          {
            label: t("申请人类型"),
            value: t(applicantTypes[applicant_type as keyof typeof applicantTypes] ?? applicant_type),
          },
          { label: t("联系方式"), value: contact },
          evidence.length > 0 && { label: t("证明材料"), value: <Pictures pictures={evidence} />, isWide: true },
        ]}
      />
    </Panel>
  );
}

function ApplicationOutcome({ record }: { record: ApplicationDetail }) {
  const { status, handler, handled_at, result, reject_reason, next_id } = record;
  return (
    <Panel
      title={t("处理结果")}
      tools={
        next_id === null ? (
          <span>{t("没有待确认的申请了")}</span>
        ) : (
          <Button component={Link} to={confirmPath(next_id)} size="compact-sm">
            {t("下一条")}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          { label: t("结果"), value: t(applicationStatuses[status as keyof typeof applicationStatuses] ?? status) },
          { label: t("处理人"), value: handler?.name },
          { label: t("处理时间"), value: formatInstant(handled_at) },
          result !== null && { label: t("结果楼栋"), value: <MansionLink mansion={result} /> },
          reject_reason !== null && { label: t("驳回原因"), value: reject_reason, isWide: true },
        ]}
      />
    </Panel>
  );
}

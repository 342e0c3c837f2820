import { Alert, Anchor, Button, Drawer } from "@mantine/core";
import { useState } from "react";
import { FactList } from "~/app/blocks/fact-list";
import { formatInstant } from "~/app/blocks/format";
import { Panel } from "~/app/blocks/panel";
import { useAct } from "~/app/blocks/use-act";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { auditActions, type EstateAuditDetail, submitterTypes } from "~/contract/estate-audit";
import { detailPath } from "../estate/estate-words";
import { ActionTag, LeftTag, ResultTag, wordOf } from "./audit-words";
import { CheckList } from "./check-list";
import { Duplicates } from "./duplicates";
import type { AuditAction } from "./estate-audit-writes";
import { ReviewActs } from "./review-acts";
import classes from "./review-drawer.module.css";
import { ReviewedContent } from "./reviewed-content";
import { useChecks } from "./use-checks";

interface ReviewDrawerProps {
  record: EstateAuditDetail;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** One review: what was handed in beside what stands, what may be the same estate, the list of checks, and the decision. The whole screen of a phone. */
export function ReviewDrawer({ record, onOpen, onClose }: ReviewDrawerProps) {
  const isPhone = useIsPhone();
  const { audit_no, action, status } = record;
  return (
    <Drawer
      opened
      onClose={onClose}
      // A dialog over the drawer takes Escape for itself.
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === "Escape" && event.currentTarget.contains(event.target as Node)) onClose();
      }}
      position="right"
      size={isPhone ? "100%" : "min(1180px, 94vw)"}
      title={
        <span className={classes.title}>
          {t("{action}审核 {no}", { action: wordOf(auditActions, action), no: audit_no })}
          {status === "pending" ? <LeftTag row={record} /> : <ResultTag row={record} />}
        </span>
      }
      closeButtonProps={{ "aria-label": t("关闭") }}
      classNames={{ body: classes.body }}
    >
      <Review record={record} onOpen={onOpen} />
    </Drawer>
  );
}

function Review({ record, onOpen }: Omit<ReviewDrawerProps, "onClose">) {
  const { run, pending } = useAct<AuditAction>();
  const { items, change, drop } = useChecks(record);
  const [complaint, setComplaint] = useState<string>();
  const isOpen = record.can.approve;
  return (
    <>
      {record.status === "pending" ? null : <Outcome record={record} onOpen={onOpen} />}
      {record.is_own ? (
        <Alert color="orange" variant="light" p="sm" mb="md">
          {t("您提交的内容须由其他审核人处理。")}
        </Alert>
      ) : null}
      <div className={classes.sides}>
        <div className={classes.side}>
          <About record={record} />
          <ReviewedContent record={record} />
        </div>
        <div className={classes.checks}>
          <Panel title={t("检查清单")}>
            <CheckList
              items={isOpen ? items : record.check_items}
              complaint={complaint}
              onChange={
                isOpen
                  ? (next) => {
                      change(next);
                      setComplaint(undefined);
                    }
                  : undefined
              }
            />
          </Panel>
          <Duplicates record={record} />
        </div>
      </div>
      {isOpen ? (
        <ReviewActs
          record={record}
          items={items}
          run={run}
          pending={pending}
          onComplaint={setComplaint}
          onDecided={drop}
        />
      ) : null}
    </>
  );
}

function About({ record }: Pick<ReviewDrawerProps, "record">) {
  const { estate, action, place, submitter, submitter_type, submitted_at, sla_due_at, reason, completeness } = record;
  const missing = completeness.filter(({ is_met }) => !is_met).map(({ label }) => t(label));
  return (
    <Panel
      title={estate.name}
      tools={
        <Anchor href={detailPath(estate.id)} target="_blank" rel="noopener" size="sm">
          {t("打开房源（新窗口）")}
        </Anchor>
      }
    >
      <FactList
        facts={[
          { label: t("编号"), value: estate.estate_no },
          { label: t("动作"), value: <ActionTag action={action} /> },
          { label: t("国家/城市"), value: place },
          { label: t("提交人"), value: `${submitter}（${wordOf(submitterTypes, submitter_type)}）` },
          { label: t("提交时间"), value: formatInstant(submitted_at) },
          { label: t("审核截止"), value: formatInstant(sla_due_at) },
          reason !== null && { label: t("下架原因"), value: reason, isWide: true },
          missing.length > 0 && { label: t("尚缺"), value: missing.join("、"), isWide: true },
        ]}
      />
    </Panel>
  );
}

/** How it ended, by whom and when; and the way to the next one that waits. */
function Outcome({ record, onOpen }: Omit<ReviewDrawerProps, "onClose">) {
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

import { Alert, Anchor, Flex, Group, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { Tag } from "~/app/blocks/detail/tag";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { draftKey, dropDraft, readDraft, writeDraft } from "~/app/blocks/form/drafts";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { AuditTag, PublishTag } from "~/app/features/estate/estate-labels";
import { QueueProgress } from "~/app/features/queue/queue-progress";
import type { useQueue } from "~/app/features/queue/use-queue";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import {
  auditActions,
  CheckItem,
  type DecidedItem,
  type Duplicate,
  duplicateSignals,
  type EstateAuditDetail,
} from "~/contract/house/estate-audit";
import { now } from "~/contract/now";
import { detailPath } from "../estate/estate-paths";
import { Cover } from "../mansion/mansion-cells";
import { LeftTag, labelOf, ResultTag } from "./audit-tags";
import { CheckList } from "./check-list";
import { ReviewActs } from "./review-acts";
import classes from "./review-drawer.module.css";
import { About, Outcome } from "./review-facts";
import { ReviewedContent } from "./reviewed-content";

/** Estates that may be the same, with the reasons; each opens in a new tab. */
function Duplicates({ record: { duplicates, status } }: { record: EstateAuditDetail }) {
  if (status !== "pending") return null;
  return (
    <Panel title={t("疑似重复 {n}", { n: duplicates.length })}>
      {duplicates.length ? (
        <ul className={`${basic.list} ${basic.column} ${basic.gap12}`}>
          {duplicates.map((one) => (
            <li key={one.id} className={`${basic.flex} ${basic.top} ${basic.gap12}`}>
              <Cover url={one.cover} isLarge />
              <Stack component="span" gap={2} flex={1} miw={0} c="dimmed" fz={13} className={basic.anywhere}>
                <Anchor href={detailPath(one.id)} target="_blank" rel="noopener" fw={600} size="sm">
                  {t("{name}（新窗口）", { name: one.name })}
                </Anchor>
                <span>{`${one.estate_no} · ${one.district}`}</span>
                <span>{one.address}</span>
                <span>
                  {[one.developer, one.total_units !== null && t("{n} 户", { n: one.total_units })]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
                <Flex component="span" wrap="wrap" gap={4} mt={2}>
                  {one.signals.map((signal) => (
                    <Tag key={signal} color="orange">
                      {signalLabel(one, signal)}
                    </Tag>
                  ))}
                  <AuditTag status={one.audit_status} />
                  <PublishTag status={one.publish_status} />
                </Flex>
              </Stack>
            </li>
          ))}
        </ul>
      ) : (
        <p className={`${basic.flat} ${basic.dim} ${basic.size14}`}>{t("没有名称、地址、位置或规模相同的房源")}</p>
      )}
    </Panel>
  );
}

function signalLabel({ similarity, distance }: Duplicate, signal: Duplicate["signals"][number]): string {
  if (signal === "name") return t("名称相似{n}%", { n: Math.round(similarity * 100) });
  if (signal === "near" && distance !== null) return t("相距{n}米", { n: distance });
  return t(duplicateSignals[signal]);
}

interface ReviewDrawerProps {
  record: EstateAuditDetail;
  queue: ReturnType<typeof useQueue>;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** One review: the submitted and present values, possible duplicates, checks, and the decision. The whole screen of a phone. */
export function ReviewDrawer({ record, queue, onOpen, onClose }: ReviewDrawerProps) {
  const isPhone = useIsPhone();
  const { audit_no, action, status } = record;
  return (
    <SideDrawer
      onClose={onClose}
      size={isPhone ? "100%" : "min(1180px, 94vw)"}
      title={
        <Group component="span" display="inline-flex" gap={8} fw={600}>
          {t("{action}审核 {no}", { action: labelOf(auditActions, action), no: audit_no })}
          {status === "pending" ? <LeftTag row={record} /> : <ResultTag row={record} />}
          <QueueProgress done={queue.done} left={record.left + Number(record.can.approve)} />
        </Group>
      }
      classNames={{ body: classes.body }}
    >
      <Review record={record} onOpen={onOpen} onDecided={queue.onDecided} />
    </SideDrawer>
  );
}

interface ReviewProps extends Pick<ReviewDrawerProps, "record" | "onOpen"> {
  onDecided: (reply: EstateAuditDetail) => void;
}

function Review({ record, onOpen, onDecided }: ReviewProps) {
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
      <div className={basic.sided} style={{ "--side": "340px" }}>
        <Stack miw={0}>
          <About record={record} />
          <ReviewedContent record={record} />
        </Stack>
        <div className={`${classes.checks} ${basic.column} ${basic.gap12} ${basic.shrinks}`}>
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
          onComplaint={setComplaint}
          onDecided={(reply) => {
            drop();
            onDecided(reply);
          }}
        />
      ) : null}
    </>
  );
}

/** The checks of a review that is open, as far as they have been made: kept on this device until it is decided, so that one may look elsewhere meanwhile. */
function useChecks({ id, check_items }: Pick<EstateAuditDetail, "id" | "check_items">) {
  const key = draftKey(useProfile().id, `estate-audit-checks:${id}`);
  const [items, setItems] = useState(check_items);
  const isTouched = useRef(false);

  // IndexedDB answers later.
  useEffect(() => {
    let isGone = false;
    readDraft(key).then((draft) => {
      const kept = CheckItem.array().safeParse(draft?.values.items);
      if (isGone || isTouched.current || !kept.success) return;
      setItems((now) => now.map((item) => ({ ...item, ...kept.data.find((one) => one.key === item.key) })));
    });
    return () => {
      isGone = true;
    };
  }, [key]);

  return {
    items,
    change(next: DecidedItem[]) {
      isTouched.current = true;
      setItems(next);
      writeDraft(key, { values: { items: next }, extra: {}, at: now() });
    },
    drop: () => dropDraft(key),
  };
}

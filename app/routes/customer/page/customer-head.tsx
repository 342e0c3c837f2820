import { Group, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { Tag } from "~/app/blocks/detail/tag";
import { Value } from "~/app/blocks/detail/value";
import { RowActions } from "~/app/blocks/list/row-actions";
import { LevelTag, PoolWarning, StageTag } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import { clockSentence } from "~/app/routes/customer/claim-clock";
import { useCustomerActs } from "~/app/routes/customer/customer-acts";
import { useProfile } from "~/app/session/viewer-context";
import { blacklist } from "~/contract/customer/blacklist";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { mayCall } from "~/contract/endpoint";
import { StageSteps } from "./stage-steps";

const BlacklistCustomer = lazy(() =>
  import("~/app/routes/customer/blacklist/blacklist-customer").then((module) => ({
    default: module.BlacklistCustomer,
  })),
);
const MergeDialog = lazy(() => import("./merge-dialog").then((module) => ({ default: module.MergeDialog })));
const TransferApplyForm = lazy(() =>
  import("~/app/routes/customer/transfer/transfer-apply").then((module) => ({ default: module.TransferApplyForm })),
);

/** What marks a customer, beside his name. */
export function CustomerTags({ record }: { record: CustomerDetail }) {
  return (
    <>
      <LevelTag level={record.level} />
      <StageTag stage={record.stage} />
      {record.owner ? null : <Tag>{t("公海")}</Tag>}
      {record.is_locked ? <Tag color="yellow">★ {t("锁定")}</Tag> : null}
      {record.is_blacklisted ? <Tag color="red">{t("黑名单")}</Tag> : null}
      <PoolWarning row={record} />
    </>
  );
}

/** Whose he is, since when nobody followed him up, what ends that and when, and where he stands. */
export function CustomerFacts({ record }: { record: CustomerDetail }) {
  const { owner, idle_days, stage, lost_reason } = record;
  const facts = [
    t("跟进人 {name}", { name: owner?.name ?? t("公海") }),
    idle_days === null ? "" : t("未跟进 {days}天", { days: idle_days }),
    clockSentence(record),
  ];
  return (
    <>
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(" · ")}
        {lost_reason ? (
          <>
            {" · "}
            <Value field={{ name: "lost_reason", scene: "lost_reason" }} value={lost_reason} />
          </>
        ) : null}
      </Text>
      <StageSteps stage={stage} />
    </>
  );
}

/** What may be done with him, by what the server allows. */
export function CustomerActions({ record }: { record: CustomerDetail }) {
  const navigate = useNavigate();
  const profile = useProfile();
  const acts = useCustomerActs();
  const [asked, setAsked] = useState<"blacklist" | "merge" | "transfer">();
  const close = () => setAsked(undefined);
  const { can, owner, is_locked } = record;
  const toList = () => navigate(owner ? "/customer/customerInfor" : "/customer/publicCustomer");
  return (
    <Group gap="xs">
      <RowActions
        isTall
        about={record.name}
        actions={[
          can.claim && { label: t("领取"), isPrimary: true, onSelect: () => acts.claim(record) },
          can.track && { label: t("写跟进"), isPrimary: record.owner !== null, to: "?tab=trackings&write=1" },
          can.assign && !owner && { label: t("分配"), onSelect: () => acts.ask("assign", record) },
          can.assign && owner !== null && { label: t("转移"), onSelect: () => acts.ask("transfer", record) },
          can.release && { label: t("释放"), onSelect: () => acts.ask("release", record) },
          can.transfer && { label: t("申请转移"), onSelect: () => setAsked("transfer") },
          can.lock && !is_locked && { label: t("锁定"), onSelect: () => acts.lock(record) },
          can.lock && is_locked && { label: t("解除锁定"), onSelect: () => acts.unlock(record) },
          can.merge && { label: t("合并"), onSelect: () => setAsked("merge") },
          mayCall(profile, blacklist.create) && {
            label: t("拉黑"),
            isDanger: true,
            onSelect: () => setAsked("blacklist"),
          },
          can.recycle && {
            label: t("移入回收站"),
            isDanger: true,
            onSelect: () => acts.ask("recycle", record, toList),
          },
        ]}
      />
      {acts.dialog}
      <Suspense>
        {asked === "blacklist" ? <BlacklistCustomer record={record} onClose={close} /> : null}
        {asked === "merge" ? <MergeDialog record={record} onClose={close} /> : null}
        {asked === "transfer" ? <TransferApplyForm customerNo={record.customer_no} onClose={close} /> : null}
      </Suspense>
    </Group>
  );
}

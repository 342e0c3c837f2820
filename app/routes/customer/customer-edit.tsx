import { Group, Text } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from "@remix-run/react";
import { call } from "~/app/api/call";
import { writes } from "~/app/api/writes";
import { DetailPage, tabOf } from "~/app/blocks/detail-page";
import { formatAge, formatInstant } from "~/app/blocks/format";
import { RowActions } from "~/app/blocks/row-actions";
import { Tag } from "~/app/blocks/tag";
import { Value } from "~/app/blocks/value";
import { t } from "~/app/i18n/t";
import { viewer } from "~/app/session/viewer";
import { customer } from "~/contract/customer";
import type { CustomerDetail } from "~/contract/customer-record";
import { mayCall } from "~/contract/endpoint";
import { readQuery } from "~/contract/read-query";
import { tracking } from "~/contract/tracking";
import { useCustomerActs } from "./customer-acts";
import { CustomerAudit } from "./customer-audit";
import { CustomerBasics } from "./customer-basics";
import { LevelTag, PoolWarning, StageTag } from "./customer-tags";
import { CustomerTrackings } from "./customer-trackings";
import { customerActOptions, customerEditActs } from "./customer-writes";
import { StageSteps } from "./stage-steps";

const tabs = [
  { key: "basics", call: customer.get },
  { key: "trackings", call: tracking.list },
  { key: "audit", call: customer.audit },
] as const;

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const id = Number(params.id) || 0;
  const { signal } = request;
  const { profile } = await viewer();
  const open = tabs.filter((tab) => mayCall(profile, tab.call)).map(({ key }) => key);
  const tab = tabOf(new URL(request.url).searchParams, open);
  const [record, trackings, changes] = await Promise.all([
    call(customer.get, { params: { id } }, { signal }),
    tab === "trackings"
      ? call(tracking.list, { query: { ...readQuery(request, tracking.list), customer_id: id } }, { signal })
      : undefined,
    tab === "audit"
      ? call(customer.audit, { params: { id }, query: readQuery(request, customer.audit) }, { signal })
      : undefined,
  ]);
  return { record, open, trackings, changes };
}

export const clientAction = writes(customerEditActs, customerActOptions);

export default function CustomerEdit() {
  const { record, open, trackings, changes } = useLoaderData<typeof clientLoader>();
  const contents = {
    basics: { label: t("基本信息"), content: <CustomerBasics record={record} /> },
    trackings: {
      label: t("跟进记录"),
      content: trackings ? <CustomerTrackings record={record} page={trackings} /> : null,
    },
    audit: { label: t("变更记录"), content: changes ? <CustomerAudit page={changes} /> : null },
  };
  return (
    <DetailPage
      // Going from one customer to another keeps the route: what was typed for one must not stay for the other.
      key={record.id}
      title={record.name}
      keep={["client_id"]}
      tags={<Tags record={record} />}
      facts={<Facts record={record} />}
      actions={<Actions record={record} />}
      side={sideOf(record)}
      tabs={open.map((key) => ({ key, ...contents[key] }))}
    />
  );
}

function Tags({ record }: { record: CustomerDetail }) {
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

function Facts({ record: { owner, idle_days, days_to_pool, stage, lost_reason } }: { record: CustomerDetail }) {
  const facts = [
    t("跟进人 {name}", { name: owner?.name ?? t("公海") }),
    idle_days === null ? "" : t("未跟进 {days}天", { days: idle_days }),
    days_to_pool === null ? "" : t("距掉公海 {days}天", { days: days_to_pool }),
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

function Actions({ record }: { record: CustomerDetail }) {
  const navigate = useNavigate();
  const acts = useCustomerActs();
  const { can, owner, is_locked } = record;
  const toPool = () => navigate("/customer/publicCustomer");
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
          can.lock && !is_locked && { label: t("锁定"), onSelect: () => acts.lock(record) },
          can.lock && is_locked && { label: t("解除锁定"), onSelect: () => acts.unlock(record) },
          can.recycle && {
            label: t("移入回收站"),
            isDanger: true,
            onSelect: () => acts.ask("recycle", record, toPool),
          },
        ]}
      />
      {acts.dialog}
    </Group>
  );
}

function sideOf(record: CustomerDetail) {
  const { owner, last_owner, idle_days, days_to_pool, pool_at, locked_until } = record;
  return [
    { label: t("客户编号"), value: record.customer_no },
    { label: t("跟进人"), value: owner?.name ?? t("公海") },
    ...(idle_days === null ? [] : [{ label: t("未跟进天数"), value: t("{days}天", { days: idle_days }) }]),
    ...(days_to_pool === null ? [] : [{ label: t("距掉公海"), value: t("{days}天", { days: days_to_pool }) }]),
    ...(owner ? [] : [{ label: t("原跟进人"), value: last_owner?.name }]),
    ...(pool_at ? [{ label: t("入公海时间"), value: formatInstant(pool_at) }] : []),
    ...(locked_until && record.is_locked ? [{ label: t("锁定至"), value: formatInstant(locked_until) }] : []),
    {
      label: t("最近跟进"),
      value: record.last_tracking_at && (
        <span title={formatInstant(record.last_tracking_at)}>{formatAge(record.last_tracking_at)}</span>
      ),
    },
    { label: t("下次跟进"), value: formatInstant(record.next_tracking_at) },
    { label: t("跟进次数"), value: record.tracking_count },
    { label: t("创建时间"), value: formatInstant(record.created_at) },
    { label: t("更新时间"), value: formatInstant(record.updated_at) },
  ];
}

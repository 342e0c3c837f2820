import { Group, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import type { ReactNode } from "react";
import { Tag } from "~/app/blocks/detail/tag";
import { Value } from "~/app/blocks/detail/value";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { applying } from "~/app/features/collision/applying";
import { CallButton } from "~/app/features/contacts/contacts";
import { ClockText, clockSentence } from "~/app/features/customer/claim-clock";
import { BudgetText, callOf, LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import { newDealPath } from "~/app/features/deal/deal-paths";
import { useScheduleActs } from "~/app/features/schedule/schedule-acts";
import { t } from "~/app/i18n/t";
import { blockingCustomer } from "~/app/routes/customer/blacklist/blacklist-dialogs";
import { useCustomerActs } from "~/app/routes/customer/customer-acts";
import { single } from "~/app/routes/customer/customer-dialogs";
import { EditStanding } from "~/app/routes/customer/quick-cells";
import { useScene } from "~/app/session/scenes";
import { useProfile } from "~/app/session/viewer-context";
import { blacklist } from "~/contract/customer/blacklist";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { mayCall } from "~/contract/endpoint";
import { layouts } from "~/contract/shared/property";
import { ContactStrip } from "./contact-strip";
import { isForbidden } from "./forbidden-banner";
import { NextStep } from "./next-step";
import type { RevealedContacts } from "./reveal-customer";
import { StageSteps } from "./stage-steps";

const MergeDialog = lazyPart(() => import("./merge-dialog"), "MergeDialog");

export function CustomerTags({ record }: { record: CustomerDetail }) {
  const { level, stage, owner, is_locked, clock } = record;
  return (
    <>
      <EditStanding row={record}>
        <LevelTag level={level} />
      </EditStanding>
      {stage === "lost" || stage === "invalid" ? <StageTag stage={stage} /> : null}
      {owner ? null : <Tag>{t("公海")}</Tag>}
      {is_locked && clock.hold !== "lock" ? <Tag color="brand">★ {t("锁定")}</Tag> : null}
      {record.is_blacklisted ? <Tag color="red">{t("黑名单")}</Tag> : null}
    </>
  );
}

interface CustomerFactsProps {
  record: CustomerDetail;
  revealed?: RevealedContacts | undefined;
  onRevealed: (contacts: RevealedContacts) => void;
}

export const CustomerFacts = ({ record, revealed, onRevealed }: CustomerFactsProps) => (
  <>
    <Wanted record={record} />
    <ContactStrip record={revealed ? { ...record, ...revealed, is_masked: false } : record} onRevealed={onRevealed} />
    <Holding record={record} clock={clockSentence(record)} />
    <NextStep record={record} />
    <StageSteps record={record} />
  </>
);

/** What the client wants, in one line: where, for how much, which layouts. */
function Wanted({ record }: { record: CustomerDetail }) {
  const countries = useScene("countries");
  const named = (code: string) => countries.find(({ value }) => value === code)?.label ?? code;
  const parts = [
    record.intent_country_codes.map(named).join("、"),
    record.budget_min || record.budget_max ? <BudgetText key="budget" row={record} /> : "",
    record.wanted_layouts.map((one) => t(layouts[one as keyof typeof layouts] ?? one)).join("、"),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <Text size="sm">{parts.map((part, index) => [index ? " · " : "", part])}</Text>;
}

/** The same in the line of the name: contacts, owner, and until when. */
export function CustomerLine({ record, revealed, onRevealed }: CustomerFactsProps) {
  const shown = revealed ? { ...record, ...revealed, is_masked: false } : record;
  const clock = clockSentence(record);
  return (
    <>
      <ContactStrip record={shown} onRevealed={onRevealed} mayEdit />
      <Holding record={record} clock={clock ? <ClockText row={record} title={clock} /> : ""} />
    </>
  );
}

export const StagePath = ({ record }: { record: CustomerDetail }) => (
  <Group justify="space-between" gap="8px 24px">
    <StageSteps record={record} isCompact />
    <NextStep record={record} />
  </Group>
);

function Holding({ record, clock }: { record: CustomerDetail; clock: ReactNode }) {
  const { owner, lost_reason, is_warned, claim_blocked } = record;
  const ends = clock || claim_blocked;
  const parts = [
    ends && (
      <strong key="clock" style={is_warned ? warned : calm}>
        {ends}
      </strong>
    ),
    owner && t("跟进人 {name}", { name: owner.name }),
    lost_reason && <Value key="reason" field={{ scene: "lost_reason" }} value={lost_reason} />,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" component="div">
      {parts.map((part, index) => [index ? " · " : "", part])}
    </Text>
  );
}

const calm = { color: "var(--mantine-color-text)", fontWeight: 500 } as const;
const warned = { color: "var(--app-due)", fontWeight: 600 } as const;

interface CustomerActionsProps {
  record: CustomerDetail;
  revealed?: RevealedContacts | undefined;
  onWrite?: () => void;
  onGone?: () => void;
}

export function CustomerActions({ record, revealed, onWrite, onGone }: CustomerActionsProps) {
  const navigate = useNavigate();
  const profile = useProfile();
  const acts = useCustomerActs();
  const schedules = useScheduleActs();
  const { form, show, dialog } = useActs();
  const { can, owner } = record;
  const number = isForbidden(record) ? undefined : callOf({ ...record, ...revealed });
  const isPhone = useIsPhone();
  const call = isPhone && number;
  const write = onWrite ? { onSelect: onWrite } : { to: "?write=1" };
  // Deals begin with somebody's own customer, or one of their team.
  const mayDeal = owner !== null && can.edit && profile.permissions.includes("deal:deal:create");
  const toList = onGone ?? (() => navigate(owner ? "/customer/customerInfor" : "/customer/publicCustomer"));
  const actions = [
    can.claim && { label: t("领取"), isPrimary: true, onSelect: () => acts.claim(record) },
    can.track && { label: t("写跟进"), isPrimary: record.owner !== null, shortcut: "F", ...write },
    can.assign && (owner ? acts.form(single.transfer, record) : acts.form(single.assign, record)),
    owner !== null && {
      label: t("新增日程"),
      onSelect: () => schedules.ask({ act: "add", customer: { id: record.id, name: record.name } }),
    },
    mayDeal && { label: t("发起成交"), to: newDealPath({ customer_id: record.id }) },
    can.transfer && form(applying, record.customer_no, { label: t("申请转移") }),
    can.lock && acts.lock(record),
    can.merge && show(t("合并"), (onClose) => <MergeDialog record={record} onClose={onClose} />),
    can.release && acts.form(single.release, record, { isApart: true }),
    mayCall(profile, blacklist.create) && form(blockingCustomer, record, { isApart: true, isDanger: true }),
    can.recycle && acts.form(single.recycle, record, { isApart: true, isDanger: true, onDone: toList }),
  ].filter((one) => typeof one === "object");
  return (
    <>
      {actions.length || call ? (
        <ThumbBar>
          {call ? <CallButton {...call} /> : null}
          <RowActions isTall about={record.name} actions={actions} most={call ? 1 : undefined} />
        </ThumbBar>
      ) : null}
      {acts.dialog}
      {schedules.dialog}
      {dialog}
    </>
  );
}

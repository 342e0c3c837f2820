import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/format";
import { soldBy, UnitHold, type UnitRow, unitStatuses } from "~/contract/house/unit";
import classes from "./unit-board.module.css";
import { type BoardRoom, directionLabel, layoutLabel, remainingText, StatusIcon } from "./unit-labels";
import type { UnitActs } from "./use-unit-acts";

interface UnitCardProps {
  unit: UnitRow;
  room: BoardRoom | undefined;
  currency: string;
  holdHours: number;
  now: number;
  /** Editing belongs to the desktop. */
  mayEdit: boolean;
  /** Says which unit it is, where nothing around it does. */
  isTitled: boolean;
  acts: UnitActs;
}

/** All that is known of a unit, and what the viewer may do with it. */
export function UnitCard({ unit, room, currency, holdHours, now, mayEdit, isTitled, acts }: UnitCardProps) {
  const { can, status } = unit;
  const { pending, setStatus, ask } = acts;
  const refusal = acts.refusalOf(unit.id);
  const labels: Readonly<Record<string, string>> = soldBy;
  const facts: [string, string | undefined | false][] = [
    [t("户型"), room && `${room.name} · ${layoutLabel(room.layout)}`],
    [t("面积"), unit.area_sqm === null ? undefined : `${unit.area_sqm}㎡`],
    [t("朝向"), directionLabel(unit.direction)],
    [t("标价"), unit.list_price === null ? t("价格待定") : `${currency} ${formatNumber(unit.list_price)}`],
    [t("锁定人"), unit.held_by?.name],
    [
      t("锁定至"),
      unit.held_until !== null && `${formatInstant(unit.held_until)}（${remainingText(unit.held_until, now)}）`,
    ],
    [t("售出渠道"), unit.sold_by !== null && t(labels[unit.sold_by] ?? unit.sold_by)],
  ];
  const edits = mayEdit && can.edit;
  return (
    <div className={classes.card}>
      <p className={classes.title}>
        {isTitled ? <b>{`${unit.building} ${unit.unit_no}`}</b> : null}
        <span className={classes.status} data-status={status}>
          <StatusIcon status={status} />
          {t(unitStatuses[status])}
        </span>
      </p>
      {refusal ? (
        <Alert color="red" role="alert" p="xs">
          {refusal}
        </Alert>
      ) : null}
      <dl>
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {can.hold ? <HoldForm unit={unit} most={holdHours} acts={acts} /> : null}
      {can.release ? (
        <Button variant="default" disabled={pending} onClick={() => ask({ kind: "release", unit })}>
          {t("释放")}
        </Button>
      ) : null}
      {edits || (mayEdit && can.delete) ? (
        <Group gap={4}>
          {edits ? (
            <Button size="compact-sm" variant="subtle" onClick={() => ask({ kind: "edit", unit })}>
              {t("编辑")}
            </Button>
          ) : null}
          {edits && (status === "available" || status === "off") ? (
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={pending}
              onClick={() => setStatus(unit, status === "off" ? "available" : "off")}
            >
              {status === "off" ? t("设为可售") : t("设为不售")}
            </Button>
          ) : null}
          {edits && status === "available" ? (
            <Button size="compact-sm" variant="subtle" onClick={() => ask({ kind: "sold", unit })}>
              {t("标为他渠道已售")}
            </Button>
          ) : null}
          {can.delete ? (
            <Button
              size="compact-sm"
              variant="subtle"
              c="var(--mantine-color-error)"
              onClick={() => ask({ kind: "remove", unit })}
            >
              {t("删除")}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </div>
  );
}

function HoldForm({ unit, most, acts }: { unit: UnitRow; most: number; acts: UnitActs }) {
  const [hours, setHours] = useState(String(most));
  const [error, setError] = useState<string>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const parsed = UnitHold.safeParse({ hours: hours.trim() === "" ? null : Number(hours) });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    acts.hold(unit, parsed.data.hours, setError);
  };
  return (
    <form onSubmit={send} className={classes.hold}>
      <TextInput
        label={t("锁定时长")}
        description={t("最长 {hours} 小时", { hours: most })}
        inputMode="numeric"
        value={hours}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setHours(value);
          setError(undefined);
        }}
        rightSection={<small>{t("小时")}</small>}
        rightSectionWidth={48}
        rightSectionPointerEvents="none"
      />
      <Button type="submit" loading={acts.pending}>
        {t("锁定")}
      </Button>
    </form>
  );
}

import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Link } from "~/app/blocks/link";
import { newDealPath } from "~/app/features/deal/deal-paths";
import classes from "~/app/features/unit-board/unit-board.module.css";
import {
  type BoardRoom,
  directionLabel,
  layoutLabel,
  remainingText,
  StatusIcon,
} from "~/app/features/unit-board/unit-labels";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { ratio } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import type { EstateDetail } from "~/contract/house/estate";
import { isFreeFor, quotedStatuses, soldBy, type UnitRow, unitStatuses } from "~/contract/house/unit";
import { baseCurrency } from "~/contract/region/rate";
import { quotePath } from "../estate-paths";
import { HoldForm } from "./hold-form";
import { UnitWaiting } from "./unit-waiting";
import type { UnitActs } from "./use-unit-acts";

interface UnitCardProps {
  estateId: number;
  unit: UnitRow;
  room: BoardRoom | undefined;
  currency: string;
  rate: EstateDetail["rate"] | undefined;
  holdHours: number;
  now: number;
  mayEdit: boolean;
  isTitled: boolean;
  isClient: boolean;
  acts: UnitActs;
  onReckon: (unit: UnitRow) => void;
}

export function UnitCard(props: UnitCardProps) {
  const { estateId, unit, room, currency, rate, holdHours, now, mayEdit, isTitled, isClient, acts, onReckon } = props;
  const { can, status } = unit;
  const { pending, setStatus, ask } = acts;
  const { id: me, permissions } = useProfile();
  const isMine = status === "held" && unit.held_by?.id === me;
  // What the server would refuse is not offered: a unit that somebody else has.
  const isFree = isFreeFor({ ...unit, held_by: unit.held_by?.id ?? null }, me, now);
  const mayDeal = !isClient && isFree && permissions.includes("deal:deal:create");
  const refusal = acts.refusalOf(unit.id);
  const labels: Readonly<Record<string, string>> = soldBy;
  const facts: [string, string | null | undefined | false][] = [
    [t("户型"), room && `${room.name} · ${layoutLabel(room.layout)}`],
    [t("面积"), unit.area_sqm === null ? undefined : `${unit.area_sqm}㎡`],
    [t("朝向"), directionLabel(unit.direction)],
    [t("挂牌价"), unit.list_price === null ? t("价格待定") : formatExact(unit.list_price, currency)],
    [
      t("约合"),
      rate && unit.list_price !== null && formatExact(ratio([unit.list_price, rate.to_cny], ["1"], 2), baseCurrency),
    ],
    [t("锁定人"), unit.held_by?.name],
    [t("锁定客户"), unit.held_for?.name],
    [
      t("锁定至"),
      unit.held_until !== null && `${formatInstant(unit.held_until)}（${remainingText(unit.held_until, now)}）`,
    ],
    [t("售出渠道"), unit.sold_by !== null && t(labels[unit.sold_by] ?? unit.sold_by)],
  ];
  const edits = mayEdit && can.edit;
  return (
    <div className={`${classes.card} ${basic.grid} ${basic.gap12}`}>
      <Group component="p" justify="space-between" wrap="nowrap" gap={8} m={0} fz={16}>
        {isTitled ? <b>{`${unit.building} ${unit.unit_no}`}</b> : null}
        <span
          className={`${classes.status} ${basic.inlineRow} ${basic.fixed}`}
          data-status={status}
          data-mine={isMine || undefined}
        >
          <StatusIcon status={status} />
          {t(unitStatuses[status])}
        </span>
      </Group>
      {refusal ? (
        <Alert color="red" role="alert" p="xs">
          {refusal}
        </Alert>
      ) : null}
      <dl className={`${basic.grid} ${basic.gap6} ${basic.flat} ${basic.size13}`}>
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt className={basic.dim}>{label}</dt>
              <dd className={`${basic.flat} ${basic.anywhere}`}>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <Group gap={6} className={classes.tools}>
        {quotedStatuses.includes(status) ? (
          <Button
            component={Link}
            to={quotePath(estateId, unit.id, unit.held_for?.id)}
            size="compact-sm"
            variant="light"
          >
            {t("报价单")}
          </Button>
        ) : null}
        {unit.list_price === null ? null : (
          <Button size="compact-sm" variant="light" onClick={() => onReckon(unit)}>
            {t("算费用")}
          </Button>
        )}
        {mayDeal ? (
          <Button
            component={Link}
            to={newDealPath({
              ...{ estate_id: estateId, unit_id: unit.id, building: unit.building },
              customer_id: unit.held_for?.id,
            })}
            size="compact-sm"
          >
            {t("发起成交")}
          </Button>
        ) : null}
        {isClient ? null : (
          <Button size="compact-sm" variant="subtle" onClick={() => ask({ kind: "history", unit })}>
            {t("记录")}
          </Button>
        )}
      </Group>
      {can.hold ? <HoldForm estateId={estateId} unit={unit} most={holdHours} acts={acts} /> : null}
      {can.release ? (
        <Button variant="default" disabled={pending} onClick={() => ask({ kind: "release", unit })}>
          {t("释放")}
        </Button>
      ) : null}
      {unit.queue.length || can.queue ? <UnitWaiting estateId={estateId} unit={unit} acts={acts} /> : null}
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

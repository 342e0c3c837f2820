import { IconBan, IconCheck, IconCircle, IconLock, IconUserCheck } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import { formatExact } from "~/contract/format";
import { type Board, type UnitRow, type UnitStatus, unitStatuses } from "~/contract/house/unit";
import { directions, layouts } from "~/contract/shared/property";

export const statuses = Object.keys(unitStatuses) as UnitStatus[];

const icons = { available: IconCircle, held: IconLock, reserved: IconUserCheck, sold: IconCheck, off: IconBan };

/** The mark of a state, next to its word: colour alone is not enough. */
export function StatusIcon({ status }: { status: UnitStatus }) {
  const Icon = icons[status];
  return <Icon size={12} stroke={2.2} aria-hidden />;
}

export const statusLabel = (status: UnitStatus, isMine: boolean): string =>
  status === "held" ? (isMine ? t("我的") : t("锁定")) : t(unitStatuses[status]);

/** `12F`, `B1`. */
export const floorLabel = (floor: number): string => (floor < 0 ? `B${-floor}` : `${floor}F`);

export type BoardRoom = Board["rooms"][number];

export const layoutLabel = (layout: string | undefined): string => {
  const labels: Readonly<Record<string, string>> = layouts;
  return layout === undefined ? "" : t(labels[layout] ?? layout);
};

/** `2LDK 62.5㎡`. */
export const sizeLabel = (unit: UnitRow, room: BoardRoom | undefined): string =>
  [layoutLabel(room?.layout), unit.area_sqm === null ? "" : `${unit.area_sqm}㎡`].filter(Boolean).join(" ");

export const directionLabel = (direction: string | null): string | undefined => {
  const labels: Readonly<Record<string, string>> = directions;
  return direction === null ? undefined : t(labels[direction] ?? direction);
};

export const priceLabel = (unit: UnitRow, currency: string): string =>
  unit.list_price === null ? t("价格待定") : formatExact(unit.list_price, currency);

export function remainingText(until: string | null, now: number, isShort = false): string {
  if (!until) return "";
  const left = Math.ceil((Date.parse(until) - now) / 60_000);
  if (left <= 0) return t("已到期");
  if (left < 60) return t("剩{minutes}分钟", { minutes: left });
  const [hours, minutes] = [Math.floor(left / 60), left % 60];
  if (isShort) return t("剩{time}", { time: `${hours}:${String(minutes).padStart(2, "0")}` });
  return t("剩{hours}小时{minutes}分", { hours, minutes });
}

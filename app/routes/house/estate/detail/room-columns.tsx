import { Button, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { layoutText, PriceRange, SaleTag } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { formatMoney, formatPercent } from "~/contract/format";
import type { RoomRow } from "~/contract/house/room";
import { directions } from "~/contract/shared/property";
import classes from "./estate-rooms.module.css";

export interface RoomActs {
  onPlan: (room: number) => void;
  onReckon: (room: RoomRow) => void;
  isClient?: boolean;
}

const Stacked = ({ first, then }: { first: ReactNode; then: ReactNode }) => (
  <Stack component="span" display="inline-flex" gap={0}>
    <span>{first}</span>
    {then ? <small className={`${basic.dim} ${basic.size12}`}>{then}</small> : null}
  </Stack>
);

interface RoomColumn {
  label: string;
  isHead?: boolean;
  of: (room: RoomRow, acts: RoomActs) => ReactNode;
}

export const roomColumns: readonly RoomColumn[] = [
  {
    label: "户型图",
    isHead: true,
    of: (room, { onPlan }) => (room.floor_plan ? <Plan room={room} onPlan={onPlan} /> : null),
  },
  {
    label: "户型",
    isHead: true,
    of: ({ name, layout, pending }, { isClient }) => (
      <>
        <Stacked first={<b>{name}</b>} then={layoutText([layout])} />
        {pending && !isClient ? <Tag color="orange">{t(pendings[pending])}</Tag> : null}
      </>
    ),
  },
  {
    label: "面积",
    of: ({ area_sqm, balcony_sqm }) => (
      <Stacked
        first={t("{n}㎡", { n: area_sqm })}
        then={balcony_sqm === null ? null : t("阳台{n}㎡", { n: balcony_sqm })}
      />
    ),
  },
  {
    label: "朝向/楼层",
    of: ({ direction, floor_from, floor_to }) => {
      const facing = direction === null ? "" : t(directions[direction]);
      const floors = floorText(floor_from, floor_to);
      return facing || floors ? <Stacked first={facing || floors} then={facing ? floors : null} /> : null;
    },
  },
  { label: "总价", isHead: true, of: (room) => <PriceRange of={room} /> },
  {
    label: "管理费/修缮",
    of: ({ management_fee, repair_fund, currency }) => {
      const [fee, fund] = [management_fee, repair_fund].map((amount) => formatMoney(amount, currency));
      return fee || fund ? <Stacked first={fee || fund} then={fee ? fund : null} /> : null;
    },
  },
  {
    label: "租金/回报率",
    of: ({ expected_rent, currency, gross_yield, net_yield }) =>
      expected_rent === null ? null : (
        <Stacked
          first={formatMoney(expected_rent, currency)}
          then={[formatPercent(gross_yield), formatPercent(net_yield)].filter(Boolean).join(" / ")}
        />
      ),
  },
  {
    label: "可售/总套数",
    of: ({ available_count, total_count, sale_status }) => {
      const counts = [available_count, total_count].filter((count) => count !== null).join(" / ");
      const sale = <SaleTag status={sale_status} />;
      return <Stacked first={counts || sale} then={counts ? sale : null} />;
    },
  },
];

const pendings = { added: "新增待审核", changed: "变更待审核", removed: "删除待审核" } as const;

function floorText(from: number | null, to: number | null): string {
  if (from === null && to === null) return "";
  return from === null || to === null || from === to
    ? t("{n}层", { n: from ?? to ?? 0 })
    : t("{from}–{to}层", { from, to });
}

function Plan({ room: { id, name, floor_plan }, onPlan }: { room: RoomRow; onPlan: RoomActs["onPlan"] }) {
  if (!floor_plan) return null;
  return (
    <button
      type="button"
      className={`${classes.plan} ${basic.plain} ${basic.clipped} ${basic.bordered}`}
      onClick={() => onPlan(id)}
      aria-label={t("查看{name}的户型图", { name })}
    >
      <img src={floor_plan.thumb} alt="" loading="lazy" />
    </button>
  );
}

export const Reckon = ({ room, onReckon }: { room: RoomRow; onReckon: RoomActs["onReckon"] }) => (
  <Button
    variant="default"
    size="compact-sm"
    onClick={() => onReckon(room)}
    aria-label={t("算费用：{name}的购房成本", { name: room.name })}
  >
    {t("算费用")}
  </Button>
);

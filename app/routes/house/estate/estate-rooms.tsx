import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { FactList } from "~/app/blocks/fact-list";
import { formatMoney } from "~/app/blocks/format";
import { Panel } from "~/app/blocks/panel";
import { Empty } from "~/app/blocks/states";
import { Tag } from "~/app/blocks/tag";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import type { RoomRow } from "~/contract/estate";
import { directions } from "~/contract/property";
import classes from "./estate-rooms.module.css";
import { layoutWords, PriceRange, SaleTag, yieldWords } from "./estate-words";

const PicturePreview = lazy(() =>
  import("~/app/blocks/picture-preview").then((module) => ({ default: module.PicturePreview })),
);

interface EstateRoomsProps {
  rooms: readonly RoomRow[];
  /** Reckons what one of them costs. */
  onReckon: (room: RoomRow) => void;
}

/** The layouts of an estate: a table, on the phone one below the other. */
export function EstateRooms({ rooms, onReckon }: EstateRoomsProps) {
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState<number>();
  const plans = rooms.flatMap(({ id, name, floor_plan }) => (floor_plan ? [{ id, name, url: floor_plan.url }] : []));
  const parts = { onPlan: setOpened, onReckon };
  return (
    <Panel title={t("户型")}>
      {rooms.length === 0 ? <Empty title={t("暂无户型")} /> : null}
      {rooms.length && !isPhone ? (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                {columns.map(({ label }) => (
                  <th key={label} scope="col">
                    {t(label)}
                  </th>
                ))}
                <th scope="col">{t("操作")}</th>
              </tr>
            </thead>
            <tbody>
              {rooms.map((room) => (
                <tr key={room.id}>
                  {columns.map(({ label, of }) => (
                    <td key={label}>{of(room, parts) ?? "–"}</td>
                  ))}
                  <td>
                    <Reckon room={room} {...parts} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {isPhone
        ? rooms.map((room) => (
            <div key={room.id} className={classes.card}>
              <FactList facts={columns.map(({ label, of }) => ({ label: t(label), value: of(room, parts) ?? null }))} />
              <Reckon room={room} {...parts} />
            </div>
          ))
        : null}
      {opened === undefined ? null : (
        <Suspense>
          <PicturePreview pictures={plans} first={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}

interface Acts {
  onPlan: (room: number) => void;
  onReckon: (room: RoomRow) => void;
}

/** A value with what belongs to it below. */
const Stacked = ({ first, then }: { first: ReactNode; then: ReactNode }) => (
  <span className={classes.stacked}>
    <span>{first}</span>
    {then ? <small>{then}</small> : null}
  </span>
);

const columns: readonly { label: string; of: (room: RoomRow, acts: Acts) => ReactNode }[] = [
  { label: "户型图", of: (room, { onPlan }) => <Plan room={room} onPlan={onPlan} /> },
  {
    label: "户型",
    of: ({ name, layout, pending }) => (
      <>
        <Stacked first={<b>{name}</b>} then={layoutWords([layout])} />
        {pending ? <Tag color="orange">{t(pendings[pending])}</Tag> : null}
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
      const floors = floorWords(floor_from, floor_to);
      return facing || floors ? <Stacked first={facing || floors} then={facing ? floors : null} /> : null;
    },
  },
  { label: "总价", of: (room) => <PriceRange of={room} /> },
  {
    label: "管理费/修缮",
    of: ({ management_fee, repair_fund, currency }) => {
      const [fee, fund] = [management_fee, repair_fund].map((amount) => formatMoney(amount, currency));
      return fee || fund ? <Stacked first={fee || "–"} then={fund} /> : null;
    },
  },
  {
    label: "租金/回报率",
    of: ({ expected_rent, currency, gross_yield, net_yield }) =>
      expected_rent === null ? null : (
        <Stacked
          first={formatMoney(expected_rent, currency)}
          then={[yieldWords(gross_yield), yieldWords(net_yield)].filter(Boolean).join(" / ")}
        />
      ),
  },
  {
    label: "可售/总套数",
    of: ({ available_count, total_count, sale_status }) => (
      <Stacked
        first={
          available_count === null && total_count === null ? null : `${available_count ?? "–"} / ${total_count ?? "–"}`
        }
        then={<SaleTag status={sale_status} />}
      />
    ),
  },
];

const pendings = { added: "新增待审核", changed: "变更待审核", removed: "删除待审核" } as const;

function floorWords(from: number | null, to: number | null): string {
  if (from === null && to === null) return "";
  return from === null || to === null || from === to
    ? t("{n}层", { n: from ?? to ?? 0 })
    : t("{from}–{to}层", { from, to });
}

function Plan({ room: { id, name, floor_plan }, onPlan }: { room: RoomRow; onPlan: Acts["onPlan"] }) {
  if (!floor_plan) return null;
  return (
    <button
      type="button"
      className={classes.plan}
      onClick={() => onPlan(id)}
      aria-label={t("查看{name}的户型图", { name })}
    >
      <img src={floor_plan.thumb} alt="" loading="lazy" />
    </button>
  );
}

function Reckon({ room, onReckon }: { room: RoomRow; onReckon: Acts["onReckon"] }) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => onReckon(room)}
      aria-label={t("计算{name}的购房成本", { name: room.name })}
    >
      {t("算费用")}
    </Button>
  );
}

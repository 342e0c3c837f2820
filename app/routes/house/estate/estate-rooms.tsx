import { useState } from "react";
import { FactList } from "~/app/blocks/detail/fact-list";
import { Panel } from "~/app/blocks/detail/panel";
import { Empty } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import type { RoomRow } from "~/contract/house/room";
import classes from "./estate-rooms.module.css";
import { roomColumns as columns, Reckon, type RoomActs } from "./room-columns";

const PicturePreview = lazyPart(() => import("~/app/features/album/picture-preview"), "PicturePreview");

interface EstateRoomsProps {
  rooms: readonly RoomRow[];
  /** Reckons what one of them costs. */
  onReckon: RoomActs["onReckon"];
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
        <PicturePreview pictures={plans} first={opened} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  );
}

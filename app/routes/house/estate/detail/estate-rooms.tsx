import { VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { Panel } from "~/app/blocks/detail/panel";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useClientMode } from "~/app/browser/client-mode";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import type { RoomRow } from "~/contract/house/room";
import { FillIn, Missing, useMayFillIn } from "../fill-in";
import classes from "./estate-rooms.module.css";
import { Reckon, type RoomActs, roomColumns } from "./room-columns";

const PicturePreview = lazyPart(() => import("~/app/features/upload/picture-preview"), "PicturePreview");

interface EstateRoomsProps {
  record: EstateDetail;
  rooms: readonly RoomRow[];
  onReckon: RoomActs["onReckon"];
}

export function EstateRooms({ record, rooms, onReckon }: EstateRoomsProps) {
  const isPhone = useIsPhone();
  const isClient = useClientMode();
  const mayFillIn = useMayFillIn(record);
  const [opened, setOpened] = useState<number>();
  const plans = rooms.flatMap(({ id, name, floor_plan }) => (floor_plan ? [{ id, name, url: floor_plan.url }] : []));
  const parts = { onPlan: setOpened, onReckon, isClient };
  const isKnown = ({ of }: (typeof roomColumns)[number]) => rooms.some((room) => of(room, parts) !== null);
  const columns = roomColumns.filter(isKnown);
  const hasEmpties =
    columns.length < roomColumns.length || rooms.some((room) => columns.some(({ of }) => of(room, parts) === null));
  return (
    <Panel
      title={t("户型")}
      tools={mayFillIn && rooms.length && hasEmpties ? <FillIn of={record} tab="rooms" /> : null}
    >
      {rooms.length === 0 ? <Missing text={t("暂无户型")} of={record} tab="rooms" /> : null}
      {rooms.length && !isPhone ? (
        // What is only for screen readers scrolls along.
        <div className={`${basic.relative} ${basic.scrolls}`}>
          <table className={`${classes.table} ${basic.table}`}>
            <thead>
              <tr>
                {columns.map(({ label }) => (
                  <th key={label} scope="col">
                    {t(label)}
                  </th>
                ))}
                <th scope="col">
                  <VisuallyHidden>{t("操作")}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {rooms.map((room) => (
                <tr key={room.id}>
                  {columns.map(({ label, of }) => (
                    <td key={label}>{of(room, parts)}</td>
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
              <div className={classes.head}>
                {columns
                  .filter(({ isHead }) => isHead)
                  .map(({ label, of }) => (
                    <div key={label}>{of(room, parts)}</div>
                  ))}
              </div>
              <FactList
                facts={columns.map(({ label, of, isHead }) => !isHead && { label: t(label), value: of(room, parts) })}
                remedy={null}
              />
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

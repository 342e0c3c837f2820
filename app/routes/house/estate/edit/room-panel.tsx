import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Panel } from "~/app/blocks/detail/panel";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { Empty } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { type EstateAlbum, picturesOf } from "~/contract/house/album";
import type { EstateDetail } from "~/contract/house/estate";
import { room as contract, type RoomFields, type RoomRow } from "~/contract/house/room";
import type { OpenedRoom } from "./room-dialog";
import { planOf } from "./room-plan";
import { RoomTable } from "./room-table";

const RoomDialog = lazyPart(() => import("./room-dialog"), "RoomDialog");

interface RoomPanelProps {
  record: EstateDetail;
  rooms: readonly RoomRow[];
  album: EstateAlbum;
}

export function RoomPanel({ record, rooms, album }: RoomPanelProps) {
  const { run, pending } = useAct();
  const [opened, setOpened] = useState<OpenedRoom>();
  const [doomed, setDoomed] = useState<RoomRow>();
  const add = () => setOpened({ room: undefined, value: {} });
  const copy = (room: RoomRow) =>
    setOpened({
      room: undefined,
      value: { ...thoughtOf(room), name: copyName(room.name, rooms) },
      plan: room.floor_plan,
    });
  return (
    <Panel
      title={t("户型")}
      tools={
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {t("新增户型")}
        </Button>
      }
    >
      {rooms.length ? (
        <RoomTable
          rooms={rooms}
          onEdit={(room) => setOpened({ room, value: thoughtOf(room) })}
          onCopy={copy}
          onRemove={setDoomed}
        />
      ) : (
        <Empty title={t("暂无户型，填写后总价、户型和面积由户型得出")} />
      )}
      {opened ? (
        <RoomDialog estate={record} pictures={picturesOf(album)} opened={opened} onClose={() => setOpened(undefined)} />
      ) : null}
      {doomed ? (
        <Confirm
          title={t("删除户型")}
          text={[t("确定删除户型 {name}？", { name: doomed.name }), planAfter(doomed, rooms, album)].join("")}
          confirmLabel={t("删除")}
          pending={pending}
          onClose={() => setDoomed(undefined)}
          onConfirm={() =>
            run(
              contract.remove,
              { params: { id: record.id, room_id: doomed.id } },
              {
                success: ({ is_pending }) => (is_pending ? t("删除已提交审核，通过前对外仍显示") : t("已删除")),
                onSuccess: () => setDoomed(undefined),
              },
            )
          }
        />
      ) : null}
    </Panel>
  );
}

function planAfter(doomed: RoomRow, rooms: readonly RoomRow[], { items }: EstateAlbum): string {
  const plan = planOf(doomed);
  if (items.some(({ media_id }) => media_id === plan)) return t("其户型图仍保留在相册中。");
  if (rooms.some((room) => room.id !== doomed.id && planOf(room) === plan)) return t("其户型图仍由其他户型使用。");
  return t("其户型图随之删除，不再计入相册。");
}

const thoughtOf = ({ proposed, ...room }: RoomRow): RoomFields => ({ ...room, ...proposed });

function copyName(name: string, rooms: readonly RoomRow[]): string {
  const names = new Set(rooms.map((room) => room.name));
  const base = t("{name} 副本", { name });
  for (let number = 2; ; number++) {
    const tried = number === 2 ? base : `${base}${number - 1}`;
    if (!names.has(tried)) return tried;
  }
}

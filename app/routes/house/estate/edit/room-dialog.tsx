import { useState } from "react";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import type { AlbumEntry } from "~/contract/house/album";
import type { EstateDetail } from "~/contract/house/estate";
import { room as contract, type RoomFields, type RoomRow, RoomWrite } from "~/contract/house/room";

/** What the dialog is about: a room that is changed, or what a new one begins with. */
export type OpenedRoom =
  | { room: RoomRow; value: Partial<RoomFields> }
  | { room: undefined; value: Partial<RoomFields>; plan?: RoomRow["floor_plan"] };

interface RoomDialogProps {
  estate: Pick<EstateDetail, "id" | "currency">;
  pictures: readonly AlbumEntry[];
  opened: OpenedRoom;
  onClose: () => void;
}

export function RoomDialog({ estate, pictures, opened, onClose }: RoomDialogProps) {
  const { run, pending } = useAct();
  const { room, value } = opened;
  const [sections] = useState(() => sectionsOf(estate.currency, pictures, opened));
  return (
    <Dialog
      onClose={onClose}
      size={960}
      title={room ? t("编辑户型 {name}", { name: room.name }) : t("新增户型")}
      closeOnClickOutside={false}
    >
      <RecordForm
        form={{
          schema: RoomWrite,
          sections,
          value,
          draft: `room:${estate.id}:${room?.id ?? "new"}`,
          pending,
          onSubmit: (body, then) => {
            const savedText = (isPending: boolean) =>
              isPending ? t("已提交审核，通过前对外仍显示原内容") : t("已保存");
            if (!room)
              return run(
                contract.create,
                { params: { id: estate.id }, body },
                { success: ({ is_pending }) => savedText(is_pending), ...then(onClose) },
              );
            run(
              contract.update,
              { params: { id: estate.id, room_id: room.id }, body },
              { success: ({ pending: waits }) => savedText(waits !== null), ...then(onClose) },
            );
          },
        }}
        isInDialog
        isLong
        onCancel={onClose}
      />
    </Dialog>
  );
}

type Section = FormSection<typeof RoomWrite>;

function sectionsOf(currency: string, pictures: readonly AlbumEntry[], opened: OpenedRoom): Section[] {
  const hasUnits = opened.room?.has_units ?? false;
  const fromUnits = { isLocked: hasUnits, note: () => (hasUnits ? t("由销控房号得出") : undefined) };
  const plan = opened.room ? opened.room.floor_plan : opened.plan;
  const planId = opened.value.floor_plan_id;
  const choices = pictures.flatMap(({ media_id: id, category, caption, name, url, thumb }) =>
    category === "floor_plan" && thumb ? { id, name: caption ?? name, url, thumb } : [],
  );
  const own = plan && planId ? [{ id: planId, name: t("户型图"), url: plan.url }] : [];
  // Of a plan that is only proposed, the layout's own picture is the former one.
  const known = choices.some(({ id }) => id === planId) ? [] : own;
  return [
    {
      title: "户型",
      fields: [
        ...(["name", "layout", "sale_status", "bedrooms", "living", "bath"] as const),
        ...(["area_sqm", "balcony_sqm", "direction", "floor_from", "floor_to", "sort"] as const),
      ],
    },
    {
      title: "价格与费用",
      fields: (["price_min", "price_max", "expected_rent", "management_fee", "repair_fund"] as const).map((name) => ({
        name,
        currency: () => currency,
      })),
    },
    {
      title: "套数与户型图",
      fields: [
        ...([
          { name: "total_count", ...fromUnits },
          { name: "available_count", ...fromUnits },
        ] as const),
        { name: "floor_plan_id", media: { scene: "album", known, choices } },
      ],
    },
  ];
}

import { Button, Text } from "@mantine/core";
import { useMemo } from "react";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { BoardRoom } from "~/app/features/unit-board/unit-labels";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { unit as contract, type UnitRow, UnitUpdate, unitImport } from "~/contract/house/unit";
import { UnitForm } from "./unit-form";
import { factsOf, type UnitDialogState } from "./use-unit-acts";

const UnitHistory = lazyPart(() => import("./unit-history"), "UnitHistory");
const ImportDialog = lazyPart(() => import("~/app/features/import/import-dialog"), "ImportDialog");

interface UnitDialogProps {
  dialog: UnitDialogState;
  estate: Pick<EstateDetail, "id" | "name">;
  building: string | null;
  currency: string;
  rooms: ReadonlyMap<number, BoardRoom>;
  applyChange: (id: number, change: Partial<UnitRow>) => void;
  onChanged: (building?: string) => void;
  onClose: () => void;
}

const noQuery = {};

export function UnitDialog(props: UnitDialogProps) {
  const { dialog, estate, building, currency, rooms, applyChange, onChanged, onClose } = props;
  const within = useMemo(() => ({ id: estate.id }), [estate.id]);
  if (dialog.kind === "import")
    return (
      <ImportDialog
        title={t("导入房号")}
        calls={unitImport}
        within={within}
        query={noQuery}
        onDone={onChanged}
        onClose={onClose}
      />
    );
  if (rooms.size === 0 && (dialog.kind === "create" || dialog.kind === "edit")) return <NoRooms onClose={onClose} />;
  if (dialog.kind === "create" || dialog.kind === "edit")
    return (
      <UnitForm
        estate={estate}
        currency={currency}
        unit={dialog.kind === "edit" ? dialog.unit : undefined}
        building={building}
        rooms={rooms}
        onDone={(at) => {
          onChanged(at);
          onClose();
        }}
        onClose={onClose}
      />
    );
  if (dialog.kind === "history") return <UnitHistory unit={dialog.unit} currency={currency} onClose={onClose} />;
  const { kind, unit } = dialog;
  return <UnitConfirm {...{ kind, unit, rooms, applyChange, onChanged, onClose }} />;
}

interface UnitConfirmProps extends Pick<UnitDialogProps, "rooms" | "applyChange" | "onChanged" | "onClose"> {
  kind: "sold" | "remove" | "release";
  unit: UnitRow;
}

function UnitConfirm({ kind, unit, rooms, applyChange, onChanged, onClose }: UnitConfirmProps) {
  const { run, pending } = useAct();
  const params = { id: unit.id };
  const about = { unit: `${unit.building} ${unit.unit_no}` };
  const onSuccess = (row: UnitRow) => {
    applyChange(row.id, row);
    onClose();
  };
  // The board loads its present state.
  const onError = () => {
    onChanged();
    onClose();
  };
  const question = {
    release: {
      title: t("释放房号"),
      text: unit.queue.length
        ? t("释放 {unit} 后，将转给下一位排队客户。", about)
        : t("释放 {unit} 后，其他同事即可锁定。", about),
      confirmLabel: t("释放"),
    },
    sold: {
      title: t("标为他渠道已售"),
      text: t("确定 {unit} 已由开发商或其他渠道售出？标记后不能再改回可售。", about),
      confirmLabel: t("标为已售"),
    },
    remove: {
      title: t("删除房号"),
      text: t("确定删除 {unit}？删除后不能恢复。", about),
      confirmLabel: t("删除"),
    },
  }[kind];
  const confirm = () => {
    if (kind === "release") return run(contract.release, { params }, { success: t("已释放"), onSuccess, onError });
    if (kind === "remove") {
      const gone = () => {
        onChanged();
        onClose();
      };
      return run(contract.remove, { params }, { success: t("已删除"), onSuccess: gone, onError });
    }
    const body = UnitUpdate.parse({ ...factsOf(unit, rooms), status: "sold", version: unit.version });
    return run(contract.update, { params, body }, { success: t("已标为已售"), onSuccess, onError });
  };
  return (
    <Confirm {...question} isDanger={kind !== "release"} pending={pending} onConfirm={confirm} onClose={onClose} />
  );
}

const NoRooms = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t("新增房号")} onClose={onClose}>
    <Text>{t("房号属于户型，请先在编辑页的“户型”中添加户型。")}</Text>
    <Button mt="lg" onClick={onClose}>
      {t("知道了")}
    </Button>
  </Dialog>
);

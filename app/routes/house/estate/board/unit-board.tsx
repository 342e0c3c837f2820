import { Modal } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Panel } from "~/app/blocks/detail/panel";
import { useOnTop } from "~/app/blocks/feedback/on-top";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { useClientMode } from "~/app/browser/client-mode";
import classes from "~/app/features/unit-board/unit-board.module.css";
import { useBoard } from "~/app/features/unit-board/use-board";
import { t } from "~/app/i18n/t";
import type { UnitRow } from "~/contract/house/unit";
import { type BoardEstate, ShownBoard } from "./shown-board";

/** 销控: the units of an estate, a building at a time (`?building=`), as they stand at every moment; in the whole window with `?full=1`. */
export function UnitBoard({ estate, onReckon }: { estate: BoardEstate; onReckon: (unit: UnitRow) => void }) {
  const [search] = useSearchParams();
  const setAddress = useSetAddress();
  const isClient = useClientMode();
  const screen = useAddressDialog("full");
  const isFull = screen.opened === "full";
  const { isOnTop } = useOnTop(isFull, screen.close);
  const live = useBoard(estate.id, search.get("building") ?? undefined);
  const show = (building: string) => setAddress({ building }, { replace: true });
  const board = (
    <AsyncPart answer={live.board} hasFailed={live.hasFailed && !live.board} again={live.again}>
      {(shown) => (
        <ShownBoard
          estate={estate}
          board={shown}
          live={live}
          onShow={show}
          isFull={isFull}
          onFull={(toFull) => (toFull ? screen.open("full") : screen.close())}
          onReckon={(unit) => {
            if (isFull) screen.close();
            onReckon(unit);
          }}
        />
      )}
    </AsyncPart>
  );
  const title = isClient ? t("选房") : t("销控");
  if (!isFull) return <Panel title={title}>{board}</Panel>;
  return (
    <>
      <Panel title={title}>{t("已全屏显示")}</Panel>
      <Modal
        opened
        fullScreen
        title={`${estate.name} ${title}`}
        onClose={screen.close}
        closeOnEscape={isOnTop}
        closeButtonProps={{ "aria-label": t("退出全屏") }}
        classNames={{ body: classes.full }}
      >
        {board}
      </Modal>
    </>
  );
}

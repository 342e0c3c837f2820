import { useSearchParams } from "@remix-run/react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Panel } from "~/app/blocks/detail/panel";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { ShownBoard } from "./shown-board";
import { useBoard } from "./use-board";

interface UnitBoardProps {
  estate: Pick<EstateDetail, "id" | "name">;
}

/** 销控: the units of an estate, a building at a time (`?building=`), as they stand at every moment. */
export function UnitBoard({ estate }: UnitBoardProps) {
  const [search, setSearch] = useSearchParams();
  const live = useBoard(estate.id, search.get("building") ?? undefined);
  const show = (building: string) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        next.set("building", building);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Panel title={t("销控")}>
      <AsyncPart answer={live.board} hasFailed={live.hasFailed && !live.board} again={live.again}>
        {(board) => <ShownBoard estate={estate} board={board} live={live} onShow={show} />}
      </AsyncPart>
    </Panel>
  );
}

import { call } from "~/app/api/call";
import { Board } from "~/app/features/board/board";
import type { BoardOf } from "~/app/features/board/use-board";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { RequirementRow, requirement } from "~/contract/customer/requirement";
import { writeQuery } from "~/contract/endpoint";
import { metaOf } from "~/contract/field";
import { PlaceText, PriceText } from "./requirement-labels";

const board: BoardOf<RequirementRow> = {
  endpoint: requirement.list,
  field: "status",
  options: metaOf(RequirementRow.shape.status).options ?? {},
};

/** Requirements by their state: a move closes one, or opens it again. */
export const RequirementBoard = ({ query }: { query: Record<string, unknown> }) => (
  <Board
    board={board}
    query={query}
    label={t("需求看板")}
    nameOf={({ customer, requirement_no }) => `${customer.name} ${requirement_no}`}
    linkOf={({ customer }) => `${customerPage(customer)}?tab=requirements`}
    draw={(row) => (
      <>
        <div>
          <PlaceText row={row} isShort />
        </div>
        <PriceText row={row} />
      </>
    )}
    movesOf={({ can }) => [...(can.close ? ["closed"] : []), ...(can.reopen ? ["open"] : [])]}
    act={move}
    listOf={(status) => `?${writeQuery({ ...query, page: undefined, page_size: undefined, status: [status] })}`}
  />
);

async function move({ id }: RequirementRow, to: string): Promise<RequirementRow> {
  const params = { id };
  if (to === "closed") return call(requirement.close, { params, body: { action: "close" } }, { silent: true });
  if (to === "open") return call(requirement.reopen, { params, body: { action: "reopen" } }, { silent: true });
  throw new Error(t("标记匹配房源后自动变为已匹配"));
}

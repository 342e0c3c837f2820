import { Empty } from "~/app/blocks/feedback/states";
import { ListCards } from "~/app/blocks/list/list-cards";
import { ListPager } from "~/app/blocks/list/list-pager";
import type { Page } from "~/contract/common";
import type { FigureRowsOf } from "./figure-rows";

interface FigureCardsProps {
  kind: Omit<FigureRowsOf, "endpoint">;
  page: Page<{ id: number }>;
  onChange: Parameters<typeof ListPager>[0]["onChange"];
}

export const FigureCards = ({ kind: { layoutOf, ...kind }, page, onChange }: FigureCardsProps) => (
  <>
    {page.list.length ? <ListCards rows={page.list} layout={layoutOf(page.list)} {...kind} /> : <Empty />}
    {page.total ? <ListPager page={page} onChange={onChange} /> : null}
  </>
);

import { Button } from "@mantine/core";
import { useNavigation, useRevalidator } from "@remix-run/react";
import { type ReactNode, useMemo, useState } from "react";
import type { z } from "zod";
import { toast } from "~/app/api/toast";
import { isWeCom } from "~/app/api/wecom";
import { t } from "~/app/i18n/t";
import type { BatchReply, Page } from "~/contract/common";
import type { Endpoint } from "~/contract/endpoint";
import type { ColumnChoice } from "~/contract/personal/user";
import { Empty, FilteredEmpty } from "../feedback/states";
import { valuesOf } from "../form/schema-fields";
import { lazyPart } from "../lazy-part";
import { Link } from "../link";
import { usePlugins } from "../plugins";
import { useIsPhone } from "../use-is-phone";
import { useLatest } from "../use-latest";
import { type BulkAction, BulkBar } from "./bulk-bar";
import { ColumnMenu } from "./column-menu";
import { FilterBar } from "./filter-bar";
import { type CardLayout, ListCards } from "./list-cards";
import type { Column } from "./list-columns";
import type { Filter } from "./list-filters";
import { ListFrame, ListToolbar } from "./list-frame";
import classes from "./list-page.module.css";
import { ListPager } from "./list-pager";
import { ListTable } from "./list-table";
import { ListTabs, type ListTabsOf } from "./list-tabs";
import type { RowAction } from "./row-actions";
import { useColumns } from "./use-columns";
import { useListQuery } from "./use-list-query";
import { useRowActions } from "./use-row-actions";
import { useSelection } from "./use-selection";

const BatchResult = lazyPart(() => import("./batch-result"), "BatchResult");

/** What a list is, as a constant of its screen. */
export interface List<Row> {
  /** Its name in the user's saved columns: the screen's, e.g. `customer-pool`. */
  name: string;
  endpoint: Endpoint;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  card: CardLayout;
  /** The column that names a row and leads to `linkOf`. */
  title: string;
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string;
  /** What it says when there is nothing in it. */
  empty?: string;
  /** Parameters that say where one is, such as the country: 重置 leaves them. */
  place?: readonly string[];
}

/** Another look of the rows than the table, or on the phone the cards. */
export interface ListLook<Row> {
  /** Chooses the look; stands among the tools. */
  choice: ReactNode;
  /** Draws the rows of the page. */
  draw?: (rows: readonly Row[], renderActions: ((row: Row) => ReactNode) | undefined) => ReactNode;
  /** Stands in the place of rows and pager, and asks by itself for what it shows. */
  whole?: ReactNode;
}

interface ListPageProps<Row extends { id: number }> {
  list: List<Row>;
  page: Page<Row>;
  rowActions?: (row: Row) => readonly (RowAction | false | undefined)[];
  bulkActions?: readonly (BulkAction<Row> | false)[];
  /** The endpoint that exports the list. */
  exports?: Endpoint;
  /** Stands above the list, such as today's limits. */
  banner?: ReactNode;
  /** Buttons of the toolbar, such as 新增; shown in the empty list too. */
  create?: ReactNode;
  tabs?: ListTabsOf;
  look?: ListLook<Row>;
}

/** A list screen: filters, toolbar, table or cards, pager; its state lives in the address. */
export function ListPage<Row extends { id: number }>(props: ListPageProps<Row>) {
  const { list, page, rowActions, bulkActions = [], exports, banner, create, tabs, look } = props;
  const { SavedViews, ExportButton, offerUndo } = usePlugins();
  const isPhone = useIsPhone();
  const isMoving = useNavigation().state === "loading";
  const { revalidate } = useRevalidator();
  const { query, filtered, change, clear } = useListQuery(list.endpoint, [
    ...(list.place ?? []),
    ...(tabs ? [tabs.name] : []),
  ]);
  const columns = useTitled(list);
  const [viewColumns, setViewColumns] = useState<ColumnChoice | null>(null);
  const columnState = useColumns(list.name, keysOf(list), { shown: viewColumns, onChange: setViewColumns });
  const selection = useSelection(page.list, query);
  const [result, setResult] = useState<{ reply: BatchReply; names: Map<number, string> }>();
  const sorting = useMemo(() => sortsOf(list.endpoint), [list.endpoint]);

  const renderActions = useRowActions(rowActions, list.nameOf, isPhone);
  const empty = filtered.length ? (
    <FilteredEmpty onClear={clear} />
  ) : page.total > 0 ? (
    <BeyondEnd onFirst={() => change({ page: 1 })} />
  ) : (
    <Empty title={list.empty && t(list.empty)}>{create}</Empty>
  );
  const bulk = bulkActions.filter((action) => typeof action === "object");
  const report = (rows: Row[]) => (reply: BatchReply) => {
    const done = t("{count} 条操作成功", { count: reply.success.length });
    if (reply.batch_id !== null) {
      offerUndo(reply.batch_id, done, revalidate);
    }
    if (reply.failed.length) return setResult({ reply, names: new Map(rows.map((row) => [row.id, list.nameOf(row)])) });
    if (reply.batch_id === null) toast.success(done);
    selection.clear();
  };

  const sort = String(query.sort ?? "");
  const onSort = useLatest((next: string | undefined) => change({ sort: next }));
  const onSelect = useLatest(selection.set);
  const isChoosing = bulk.length > 0;
  const instead = page.list.length ? null : empty;
  const draw = look?.draw;
  // The same element while these are the same: a navigation that begins or a message that comes draws no table anew.
  const rows = useMemo(() => {
    if (instead && (isPhone || draw)) return instead;
    if (draw) return draw(page.list, renderActions);
    const { card, nameOf, linkOf } = list;
    if (isPhone) {
      return (
        <ListCards
          rows={page.list}
          columns={list.columns}
          layout={card}
          nameOf={nameOf}
          linkOf={linkOf}
          renderActions={renderActions}
        />
      );
    }
    return (
      <ListTable
        rows={page.list}
        columns={columns}
        columnState={columnState.present}
        sorting={{ sort, allowed: sorting, onChange: onSort }}
        selection={isChoosing ? { ids: selection.ids, onChange: onSelect, nameOf } : undefined}
        renderActions={renderActions}
        empty={instead}
      />
    );
  }, [
    isPhone,
    instead,
    draw,
    list,
    page.list,
    columns,
    columnState.present,
    sort,
    sorting,
    onSort,
    isChoosing,
    selection.ids,
    onSelect,
    renderActions,
  ]);

  const body = (
    <>
      {isPhone && (page.list.length || look) ? (
        <div className={classes.phoneTools}>
          {page.list.length ? create : null}
          {look?.choice}
          {/* Elsewhere on a phone nobody wants a spreadsheet; in WeCom it opens by a one-time link. */}
          {exports && isWeCom() ? <ExportButton call={exports} query={query} /> : null}
        </div>
      ) : null}
      {isPhone ? null : (
        <ListToolbar
          tools={
            <>
              {look?.choice}
              {exports ? <ExportButton call={exports} query={query} /> : null}
              {draw || look?.whole ? null : (
                <ColumnMenu columns={list.columns} state={columnState.present} onChange={columnState.save} />
              )}
            </>
          }
        >
          {selection.rows.length && bulk.length ? (
            <BulkBar
              actions={bulk}
              rows={selection.rows}
              onRun={(action) => action.run(selection.rows, report(selection.rows))}
              onClear={selection.clear}
            />
          ) : (
            <div className={classes.create}>{create}</div>
          )}
        </ListToolbar>
      )}
      <div className={classes.rows} data-moving={isMoving || undefined}>
        {look?.whole ?? rows}
      </div>
      {page.total && !look?.whole ? (
        <div className={classes.pager}>
          <ListPager page={page} onChange={change} />
        </div>
      ) : null}
    </>
  );

  return (
    <>
      <ListFrame
        banner={banner}
        filters={
          <>
            <div className={classes.views}>
              <SavedViews
                list={list.name}
                endpoint={list.endpoint}
                columns={columnState.present}
                onColumns={setViewColumns}
              />
            </div>
            <FilterBar filters={list.filters} query={query} onSubmit={change} onReset={clear} />
          </>
        }
      >
        {tabs ? (
          <ListTabs tabs={tabs} present={String(query[tabs.name] ?? tabs.options[0]?.value ?? "")} onChange={change}>
            {body}
          </ListTabs>
        ) : (
          body
        )}
      </ListFrame>
      {result ? <BatchResult {...result} onClose={() => setResult(undefined)} /> : null}
    </>
  );
}

const keysOf = (list: { columns: readonly { key: string }[] }) => list.columns.map(({ key }) => key);

/** The names that the endpoint can sort by. */
function sortsOf({ query }: Endpoint): string[] {
  const sorts = valuesOf((query as z.ZodObject).shape.sort as z.ZodType | undefined) ?? [];
  return sorts.filter((name) => !name.startsWith("-"));
}

/** The columns, of which the title is a link to the record. */
function useTitled<Row>({ columns, title, linkOf }: List<Row>) {
  return useMemo(
    () =>
      columns.map((column) =>
        column.key === title && linkOf
          ? {
              ...column,
              render: (row: Row) => <Link to={linkOf(row)}>{column.render(row)}</Link>,
            }
          : column,
      ),
    [columns, title, linkOf],
  );
}

function BeyondEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <Empty>
      <Button variant="default" onClick={onFirst}>
        {t("回到第一页")}
      </Button>
    </Empty>
  );
}

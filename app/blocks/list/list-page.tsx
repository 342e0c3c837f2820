import { Button } from "@mantine/core";
import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { IconDownload } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { refusalAt } from "~/app/api/load";
import { isWeCom } from "~/app/api/wecom";
import basic from "~/app/basic.module.css";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Page } from "~/contract/common";
import { type Endpoint, mayCall } from "~/contract/endpoint";
import type { ColumnChoice } from "~/contract/personal/user";
import { Empty, FilteredEmpty } from "../feedback/states";
import { lazyPart } from "../lazy-part";
import { useSlots } from "../slots";
import { ThumbBar } from "../thumb-bar";
import { useIsPhone } from "../use-is-phone";
import type { Column } from "./columns/list-columns";
import { useColumns } from "./columns/use-columns";
import { FilterBar } from "./filter/filter-bar";
import type { Filter } from "./filter/list-filters";
import type { CardLayout } from "./list-cards";
import { ListFrame, ListHead } from "./list-frame";
import classes from "./list-page.module.css";
import { ListPager } from "./list-pager";
import { ListTabs, type ListTabsOf, wholeList } from "./list-tabs";
import { type ListTool, useListTools } from "./list-tools";
import { useDrawerAddress, useSameRows } from "./row/drawer-address";
import { type DrawerPart, RowDrawer } from "./row/row-drawer";
import { useRowActions } from "./row/use-row-actions";
import { useListKeys } from "./use-list-keys";
import { useListQuery } from "./use-list-query";
import { type ChosenRows, useRows } from "./use-rows";

const GroupStrip = lazyPart(
  () => import("./where/group-strip"),
  "GroupStrip",
  () => <div style={{ height: 34 }} />,
);

export interface List<Row> {
  name: string;
  endpoint: Endpoint;
  exports?: Endpoint;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  card: CardLayout<Row>;
  title: string;
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string;
  /** Opens next to the list with a click on the name, instead of the page; lazy. Its screen exports `keepsRows` as shouldRevalidate. */
  drawer?: ComponentType<DrawerPart<Row>>;
  empty?: string;
  /** Parameters that say where the user is, such as the country: 清空 keeps them. */
  place?: readonly string[];
}

export interface ListDisplay<Row> {
  choice: ReactNode;
  phone?: ReactNode;
  draw?: (rows: readonly Row[], renderActions: ((row: Row) => ReactNode) | undefined) => ReactNode;
  whole?: ReactNode;
}

export interface ListBulk<Row> {
  selection: ChosenRows<Row> | undefined;
  bar: ReactNode;
  result: ReactNode;
}

interface ListPageProps<Row extends { id: number }> {
  list: List<Row>;
  page: Page<Row>;
  rowActions?: (row: Row) => readonly (RowAction | false | undefined)[];
  bulk?: ListBulk<Row>;
  banner?: ReactNode;
  create?: ReactNode;
  /** More tools, such as 导入; 导出 is added automatically. */
  tools?: readonly (ListTool | false)[];
  tabs?: ListTabsOf;
  display?: ListDisplay<Row>;
}

export function ListPage<Row extends { id: number }>(props: ListPageProps<Row>) {
  const { list, page, bulk, banner, create, tabs, display } = props;
  const { SavedViews, SaveView, ContactCheck, ExportDialog } = useSlots();
  const isPhone = useIsPhone();
  const isMoving = useNavigation().state === "loading";
  const places = [...(list.place ?? []), ...(tabs ? [tabs.name] : [])];
  const { query, filtered, change, narrow, clear } = useListQuery(list.endpoint, places);
  const profile = useProfile();
  const { exports } = list;
  // No spreadsheet on a phone, except in WeCom, where it opens by a one-time link.
  const mayExport = exports !== undefined && mayCall(profile, exports) && (!isPhone || isWeCom());
  const [viewColumns, setViewColumns] = useState<ColumnChoice | null>(null);
  const movable = columnsBeside(list);
  const columns = useColumns(list.name, movable, { shown: viewColumns, onChange: setViewColumns });
  const isTable = !isPhone && !display?.draw && !display?.whole;
  const tools = useListTools(
    [
      ...(props.tools ?? []),
      mayExport && {
        label: t("导出"),
        icon: IconDownload,
        needsRows: true,
        dialog: (onClose) => <ExportDialog call={exports} query={query} onClose={onClose} />,
      },
    ],
    isTable ? { columns: movable, state: columns.present, onChange: columns.save } : undefined,
  );
  const rows = useRows({
    list,
    rows: page.list,
    isPhone,
    columnState: columns.present,
    sort: String(query.sort ?? ""),
    onSort: (sort) => change({ sort }),
    selection: bulk?.selection,
    drawer: useDrawerOf(list, page, isPhone),
    renderActions: useRowActions(props.rowActions, list, isPhone),
    empty: filtered.length ? (
      <>
        <FilteredEmpty onClear={clear} />
        {query.keyword ? <ContactCheck endpoint={list.endpoint} keyword={String(query.keyword)} /> : null}
      </>
    ) : page.total > 0 ? (
      <BeyondEnd onFirst={() => change({ page: 1 })} />
    ) : (
      <Empty title={list.empty && t(list.empty)}>
        {create}
        {tools.inEmpty}
      </Empty>
    ),
    draw: display?.draw,
  });

  const { pathname, search } = useLocation();
  const refusal = refusalAt(pathname, search);
  useListKeys({ rows: page.list, actions: props.rowActions, isChosen: bulk?.selection !== undefined, isTable });
  const ends = isPhone ? (
    display?.phone
  ) : (
    <>
      {tabs ? null : display?.choice}
      {tools.line}
      {create}
    </>
  );
  const hasViews = (profile.preferences.views[list.name]?.length ?? 0) > 0;
  const views = (
    <div
      className={`${basic.filled} ${classes.views}`}
      data-reserved={hasViews || undefined}
      data-line={!tabs || undefined}
    >
      <SavedViews list={list.name} endpoint={list.endpoint} columns={columns.present} onColumns={setViewColumns} />
    </div>
  );
  const filters = (
    <FilterBar
      endpoint={list.endpoint}
      filters={list.filters.filter(({ names: [name] }) => name !== tabs?.name)}
      query={query}
      filtered={filtered}
      onSubmit={narrow}
      onReset={clear}
      keep={<SaveView list={list.name} endpoint={list.endpoint} columns={columns.present} />}
      tools={ends}
    />
  );

  const body = (
    <>
      <ListHead>
        {tabs ? null : views}
        {bulk?.bar ?? filters}
        {page.groups ? (
          <GroupStrip endpoint={list.endpoint} query={query} groups={page.groups} onChange={narrow} />
        ) : null}
        {refusal ? (
          <p className={`${basic.error} ${basic.size13}`} style={{ margin: "8px 0 0" }} role="alert">
            {t("筛选未生效：{message}", { message: refusal })}
          </p>
        ) : null}
      </ListHead>
      {isPhone && !display?.phone && display?.choice ? (
        <div className={`${basic.row} ${basic.gap8} ${basic.filled} ${classes.phoneTools}`}>{display.choice}</div>
      ) : null}
      <div className={classes.rows} data-moving={isMoving || undefined}>
        {display?.whole ?? rows}
      </div>
      {page.total && !display?.whole ? (
        <div className={classes.pager}>
          <ListPager page={page} onChange={change} />
        </div>
      ) : null}
    </>
  );

  return (
    <>
      <ListFrame banner={banner}>
        {tabs ? (
          <ListTabs
            tabs={tabs}
            present={String(query[tabs.name] ?? tabs.options[0]?.value ?? "")}
            onChange={({ [tabs.name]: value }) => change({ [tabs.name]: value === wholeList ? undefined : value })}
            after={
              <>
                {views}
                {isPhone ? null : (
                  <div className={`${basic.filled} ${basic.pushed} ${basic.row} ${basic.gap8} ${basic.fixed}`}>
                    {display?.choice}
                  </div>
                )}
              </>
            }
          >
            {body}
          </ListTabs>
        ) : (
          body
        )}
      </ListFrame>
      {isPhone && (create || tools.menu) && page.list.length ? (
        <ThumbBar>
          {create}
          {create ? tools.menu : tools.words}
        </ThumbBar>
      ) : null}
      {tools.dialog}
      {bulk?.result}
      {list.drawer && !isPhone ? (
        <RowDrawer part={list.drawer} rows={page.list} nameOf={list.nameOf} linkOf={list.linkOf} />
      ) : null}
    </>
  );
}

/** The drawer as the rows know it. A phone has none: there an address of a drawer opens the page. */
function useDrawerOf<Row extends { id: number }>({ drawer, linkOf }: List<Row>, loaded: Page<Row>, isPhone: boolean) {
  const { id, open } = useDrawerAddress();
  const navigate = useNavigate();
  const row = drawer && isPhone ? loaded.list.find((one) => one.id === id) : undefined;
  const page = row && linkOf?.(row);
  useSameRows(loaded);
  useEffect(() => {
    if (page) navigate(page, { replace: true });
  }, [page, navigate]);
  return drawer && !isPhone ? { openedId: id, open } : undefined;
}

/** The columns that can be moved and hidden: all but the row's title column, which is always first. */
const columnsBeside = <Row,>({ columns, title }: List<Row>) => columns.filter(({ key }) => key !== title);

const BeyondEnd = ({ onFirst }: { onFirst: () => void }) => (
  <Empty>
    <Button variant="default" onClick={onFirst}>
      {t("回到第一页")}
    </Button>
  </Empty>
);

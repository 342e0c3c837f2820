import type { ReactNode } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { CreateButton } from "~/app/blocks/list/create-button";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { statesOf } from "~/app/blocks/list/list-tabs";
import type { ListTool } from "~/app/blocks/list/list-tools";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import type { BulkAction } from "~/app/features/bulk/bulk-bar";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Page } from "~/contract/common";
import { publishStatuses } from "~/contract/content/publishing";
import { mayCall } from "~/contract/endpoint";
import { type ContentEndpoints, type ContentKindOf, isForDesktop, type LifeRow } from "./content-kind";
import { useLifeActs } from "./use-life-acts";

const most = 100;

const lifeTabs = statesOf(publishStatuses);

interface ContentListProps<Row extends LifeRow> {
  kind: ContentKindOf;
  list: List<Row>;
  page: Page<Row>;
  createLabel: string;
  /** Further acts on one piece, first among its acts after 编辑. */
  actionsOf?: (row: Row) => readonly (RowAction | false)[];
  /** The same, after the acts of its life and before its deletion. */
  furtherActionsOf?: (row: Row) => readonly (RowAction | false)[];
  /** The same, after all of them. */
  lastActionsOf?: (row: Row) => readonly (RowAction | false)[];
  /** Further acts on several pieces at once. */
  bulk?: readonly (BulkAction<Row> | false)[];
  banner?: ReactNode;
  tools?: readonly (ListTool | false)[];
  /** The list is in a screen's tab: its states are a filter then, no second line of tabs. */
  isInTab?: boolean;
}

export function ContentList<Row extends LifeRow>({
  kind,
  list,
  page,
  createLabel,
  actionsOf,
  furtherActionsOf,
  lastActionsOf,
  bulk = [],
  banner,
  tools,
  isInTab = false,
}: ContentListProps<Row>) {
  const profile = useProfile();
  const life = useLifeActs(kind);
  // Formatted texts are written on the desktop (domain D.0): elsewhere a piece has no link, only its acts.
  const isTooSmall = useIsPhone() && isForDesktop(kind);
  const lifeBulk = useLifeBulk<Row>(kind.endpoints);
  return (
    <>
      <ListPage
        list={isTooSmall ? { ...list, linkOf: undefined } : list}
        page={page}
        {...(!isInTab && { tabs: lifeTabs })}
        banner={banner}
        tools={tools}
        rowActions={(row) => {
          const [edit = false, ...others] = life.actionsOf(row);
          const deletion = others.pop() ?? false;
          const [first = [], further = [], last = []] = [actionsOf, furtherActionsOf, lastActionsOf].map((of) =>
            of?.(row),
          );
          return [edit, ...first, ...others, ...further, deletion, ...last];
        }}
        bulk={useBulk(list, page, [...lifeBulk, ...bulk])}
        create={
          mayCall(profile, kind.endpoints.create) && !isTooSmall ? (
            <CreateButton label={createLabel} to={kind.formPath()} />
          ) : null
        }
      />
      {life.dialog}
    </>
  );
}

function useLifeBulk<Row extends LifeRow>(props: ContentEndpoints): (BulkAction<Row> | false)[] {
  const { publishBatch, offlineBatch } = props;
  const profile = useProfile();
  const { run } = useAct();
  const act = (
    label: string,
    endpoint: typeof publishBatch | typeof offlineBatch,
    name: "publish" | "offline",
    why: string,
  ): BulkAction<Row> | false =>
    mayCall(profile, endpoint) && {
      label,
      max: most,
      blocked: ({ can, blocked }) => (can[name] ? (name === "publish" ? blocked.publish : undefined) : why),
      run: (rows, report) => run(endpoint, { body: { ids: rows.map(({ id }) => id) } }, { onSuccess: report }),
    };
  return [
    act(t("发布"), publishBatch, "publish", t("已经发布")),
    act(t("下线"), offlineBatch, "offline", t("尚未发布")),
  ];
}

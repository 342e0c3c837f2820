import type { ReactNode } from "react";
import { CreateButton } from "~/app/blocks/list/create-button";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import type { RowAction } from "~/app/blocks/list/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import type { BulkAction } from "~/app/features/bulk/bulk-bar";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { useProfile } from "~/app/session/viewer-context";
import type { Page } from "~/contract/common";
import { mayCall } from "~/contract/endpoint";
import { type ContentKindOf, isForDesktop, type LifeRow } from "./content-kind";
import { lifeTabs } from "./life-tabs";
import { useLifeActs } from "./use-life-acts";
import { useLifeBulk } from "./use-life-bulk";

interface ContentListProps<Row extends LifeRow> {
  kind: ContentKindOf;
  list: List<Row>;
  page: Page<Row>;
  /** What the button that begins a new piece says. */
  createLabel: string;
  /** What may be done with one beside its life, first among its acts after 编辑. */
  actionsOf?: (row: Row) => readonly (RowAction | false)[];
  /** The same, behind the acts of its life and before its deletion. */
  furtherActionsOf?: (row: Row) => readonly (RowAction | false)[];
  /** What may be done with several at once beside their life. */
  bulk?: readonly (BulkAction<Row> | false)[];
  /** Stands above the list. */
  banner?: ReactNode;
  /** The list is one of a screen's tabs: its states are a filter then, no second line of tabs. */
  isInTab?: boolean;
}

/** The list of a kind of content whose acts are those of its life. */
export function ContentList<Row extends LifeRow>({
  kind,
  list,
  page,
  createLabel,
  actionsOf,
  furtherActionsOf,
  bulk = [],
  banner,
  isInTab = false,
}: ContentListProps<Row>) {
  const profile = useProfile();
  const life = useLifeActs(kind);
  // Formatted texts are written on the desktop (domain D.0): there a piece leads nowhere but to its acts.
  const isTooSmall = useIsPhone() && isForDesktop(kind);
  const lifeBulk = useLifeBulk<Row>(kind.endpoints);
  return (
    <>
      <ListPage
        list={isTooSmall ? { ...list, linkOf: undefined } : list}
        page={page}
        {...(!isInTab && { tabs: lifeTabs })}
        banner={banner}
        rowActions={(row) => {
          const [edit = false, ...others] = life.actionsOf(row);
          const deletion = others.pop() ?? false;
          return [edit, ...(actionsOf?.(row) ?? []), ...others, ...(furtherActionsOf?.(row) ?? []), deletion];
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

import { Navigate, useNavigation, useSearchParams } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import list from "~/app/blocks/list/list-page.module.css";
import { ListPager } from "~/app/blocks/list/list-pager";
import { listSearch, useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { type EstateRow, estate } from "~/contract/house/estate";
import { listPath } from "../estate-paths";
import classes from "./client-estates.module.css";
import { EstateCards } from "./estate-cards";
import { EstateSort } from "./estate-sort";

/** The estates of the list as a client sees them: those that are online, by their pictures. Filters that were set before stay. */
export function ClientEstates({ page }: { page: Page<EstateRow> }) {
  const { query, change } = useListQuery(estate.list);
  const [search] = useSearchParams();
  const isMoving = useNavigation().state === "loading";
  const shown = [query.publish_status].flat();
  if (shown.length !== 1 || shown[0] !== "online" || query.state) {
    const asked = listSearch(estate.list, search, {
      ...{ publish_status: ["online"], audit_status: undefined, state: undefined },
    });
    return <Navigate to={`${listPath}?${asked}`} replace />;
  }
  return (
    <>
      <div className={`${classes.head} ${basic.row} ${basic.between} ${basic.gap16}`}>
        <h1>{t("房源")}</h1>
        <EstateSort />
      </div>
      <div className={list.rows} style={{ marginInline: -16 }} data-moving={isMoving || undefined}>
        {page.list.length ? (
          <EstateCards rows={page.list} renderActions={undefined} />
        ) : (
          <Empty title={t("暂无房源")} />
        )}
      </div>
      {page.total > page.page_size ? (
        <div className={classes.pager}>
          <ListPager page={page} onChange={change} />
        </div>
      ) : null}
    </>
  );
}

import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Empty } from "~/app/blocks/feedback/states";
import { ListCards } from "~/app/blocks/list/list-cards";
import { columnsOf } from "~/app/blocks/list/list-columns";
import { ListPager } from "~/app/blocks/list/list-pager";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { CustomerColumns, type CustomerRow } from "~/contract/customer/customer-record";
import { TrackingColumns, type TrackingRow } from "~/contract/customer/tracking";
import { analytics } from "~/contract/dashboard/analytics";
import type { Endpoint } from "~/contract/endpoint";
import { type FigureKey, figures } from "~/contract/figures";

const customerColumns = columnsOf(CustomerColumns, [
  { key: "level", render: ({ level }) => <LevelTag level={level} /> },
  { key: "stage", render: ({ stage }) => <StageTag stage={stage} /> },
  "owner",
  "source",
  "idle_days",
  "next_tracking_at",
  "pool_reason",
  "tracking_count",
  "pool_at",
]);
/** Of the pool nobody follows up: what counts is since when it lies there. */
const poolCard = { tags: ["level", "stage"], facts: ["source", "pool_reason", "tracking_count"], time: "pool_at" };
const customerCard = { tags: ["level", "stage"], facts: ["owner", "source", "idle_days"], time: "next_tracking_at" };

const trackingColumns = columnsOf(TrackingColumns, ["type", "result", "user", "content", "tracked_at"]);
const trackingCard = { tags: ["type"], facts: ["user", "result", "content"], time: "tracked_at" };

interface FigureProps {
  of: FigureKey;
  title: string;
  onClose: () => void;
}

/** The customers behind a figure. */
export function CustomerFigure({ page, ...figure }: FigureProps & { page: Page<CustomerRow> }) {
  return (
    <FigureDrawer {...figure} page={page} endpoint={analytics.rows}>
      <ListCards
        rows={page.list}
        columns={customerColumns}
        layout={page.list.some(({ owner }) => owner) ? customerCard : poolCard}
        nameOf={({ name, customer_no }) => `${name} ${customer_no}`}
        linkOf={({ id }) => `/customer/editCustomerInfo/${id}`}
      />
    </FigureDrawer>
  );
}

/** The follow-ups behind a figure, each leading to its customer. */
export function TrackingFigure({ page, ...figure }: FigureProps & { page: Page<TrackingRow> }) {
  return (
    <FigureDrawer {...figure} page={page} endpoint={analytics.trackingRows}>
      <ListCards
        rows={page.list}
        columns={trackingColumns}
        layout={trackingCard}
        nameOf={({ customer }) => customer.name}
        linkOf={({ customer }) => `/customer/editCustomerInfo/${customer.id}?tab=trackings`}
      />
    </FigureDrawer>
  );
}

interface FigureDrawerProps extends FigureProps {
  page: Page<unknown>;
  /** Whose query the pager changes. */
  endpoint: Endpoint;
  children: ReactNode;
}

function FigureDrawer({ of, title, page, endpoint, onClose, children }: FigureDrawerProps) {
  const { change } = useListQuery(endpoint);
  return (
    <SideDrawer onClose={onClose} size="lg" title={title}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(figures[of].definition)}
      </Text>
      {page.list.length ? children : <Empty />}
      {page.total ? <ListPager page={page} onChange={change} /> : null}
    </SideDrawer>
  );
}

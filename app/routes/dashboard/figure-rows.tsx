import { Drawer } from "@mantine/core";
import { ListCards } from "~/app/blocks/list-cards";
import { columnsOf } from "~/app/blocks/list-columns";
import { ListPager } from "~/app/blocks/list-pager";
import { Empty } from "~/app/blocks/states";
import { useListQuery } from "~/app/blocks/use-list-query";
import { t } from "~/app/i18n/t";
import { LevelTag, StageTag } from "~/app/routes/customer/customer-tags";
import { analytics } from "~/contract/analytics";
import type { Page } from "~/contract/common";
import { CustomerColumns, type CustomerRow } from "~/contract/customer";

const columns = columnsOf(CustomerColumns, [
  { key: "level", render: ({ level }) => <LevelTag level={level} /> },
  { key: "stage", render: ({ stage }) => <StageTag stage={stage} /> },
  "owner",
  "source",
  "idle_days",
  "next_tracking_at",
]);
const layout = { tags: ["level", "stage"], facts: ["owner", "source", "idle_days"], time: "next_tracking_at" };

interface FigureRowsProps {
  title: string;
  page: Page<CustomerRow>;
  onClose: () => void;
}

/** The rows behind a figure, each leading to its customer. */
export function FigureRows({ title, page, onClose }: FigureRowsProps) {
  const { change } = useListQuery(analytics.rows);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ "aria-label": t("关闭") }}
    >
      {page.list.length ? (
        <ListCards
          rows={page.list}
          columns={columns}
          layout={layout}
          nameOf={({ name, customer_no }) => `${name} ${customer_no}`}
          linkOf={({ id }) => `/customer/editCustomerInfo/${id}`}
        />
      ) : (
        <Empty />
      )}
      {page.total ? <ListPager page={page} onChange={change} /> : null}
    </Drawer>
  );
}

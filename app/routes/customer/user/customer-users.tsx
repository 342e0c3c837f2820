import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { columnsOf, hidden } from "~/app/blocks/list/columns/list-columns";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { customerUserFilters } from "~/app/features/audience/user-filters";
import { CustomerUserRow, customerUser, customerUserScreens } from "~/contract/customer/customer-user";
import { useCustomerUserActs } from "./customer-user-acts";
import { CustomerUserTags, LinkedCustomer } from "./customer-user-tags";

export const clientLoader = loaderOf(customerUserScreens["/customer/register"]);
export { write as clientAction } from "~/app/api/writes";

const pathOf = ({ id }: CustomerUserRow) => `/customer/register/detail?id=${id}`;

const list: List<CustomerUserRow> = {
  name: "customer-users",
  endpoint: customerUser.list,
  columns: columnsOf(CustomerUserRow, [
    { key: "name", width: 116, under: "user_no" },
    { key: "phone", label: "手机号 / 邮箱", width: 154, under: "email" },
    { key: "register_platform", label: "平台 / 渠道", width: 100, under: "register_channel" },
    { key: "country_code", width: 76 },
    {
      key: "counts",
      label: "收藏 / 浏览 / 询盘",
      width: 128,
      align: "right",
      render: ({ favorite_count, view_count, inquiry_count }) => `${favorite_count} / ${view_count} / ${inquiry_count}`,
    },
    { key: "customer", width: 110, render: ({ customer }) => <LinkedCustomer customer={customer} /> },
    { key: "last_active_at", label: "最近活跃 / 注册", under: "registered_at" },
    { key: "registered_at", isExtra: true },
    ...hidden({ email: 170, user_no: 120 }),
    { key: "status", width: 130, render: (row) => <CustomerUserTags row={row} /> },
  ]),
  filters: customerUserFilters,
  card: { tags: ["status"], facts: ["phone", "register_platform", "customer"], time: "last_active_at" },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: pathOf,
};

export default function CustomerUsers() {
  const { page } = useLoaderData<typeof clientLoader>();
  const acts = useCustomerUserActs();
  return (
    <>
      <ListPage list={list} page={page} rowActions={acts.actionsOf} />
      {acts.dialog}
    </>
  );
}

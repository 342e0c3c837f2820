import type { Screen } from "../screen";

/** The map's screens of this area, in the menu's order. */
export const customerScreens = [
  {
    path: "/customer",
    title: "客户管理",
    icon: "customer",
    menu: true,
    children: [
      {
        path: "/customer/publicCustomer",
        title: "公海客户",
        menu: true,
        permission: "customer:pool:view",
        file: "customer/customer-pool.tsx",
      },
      {
        path: "/customer/customerInfor",
        title: "询盘客户",
        menu: true,
        permission: "customer:info:view",
        file: "customer/customer-own.tsx",
      },
      {
        path: "/customer/editCustomerInfo/:id",
        title: "编辑客户",
        permission: ["customer:info:view", "customer:pool:view"],
        file: "customer/page/customer-edit.tsx",
      },
      {
        path: "/customer/addCustomerInfo",
        title: "新增客户",
        permission: "customer:info:create",
        file: "customer/customer-add.tsx",
      },
      {
        path: "/customer/tracking",
        title: "跟进记录",
        menu: true,
        permission: "customer:tracking:view",
        file: "customer/tracking/tracking-list.tsx",
      },
      {
        path: "/customer/deleteCustomer",
        title: "回收站",
        menu: true,
        permission: "customer:recycle:view",
        file: "customer/trash/customer-trash.tsx",
      },
      {
        path: "/customer/register",
        title: "注册用户",
        menu: true,
        permission: "customer:user:view",
        file: "customer/user/customer-users.tsx",
        children: [
          {
            path: "/customer/register/detail",
            title: "注册用户详情",
            permission: "customer:user:view",
            file: "customer/user/customer-user-detail.tsx",
          },
        ],
      },
      {
        path: "/customer/requirementInput",
        title: "需求录入",
        menu: true,
        permission: "customer:requirement:view",
        file: "customer/requirement/requirement-list.tsx",
      },
      {
        path: "/customer/unregister",
        title: "注销审核",
        menu: true,
        permission: "customer:unregister:view",
        file: "customer/unregister/unregister-list.tsx",
      },
      {
        path: "/customer/blackList",
        title: "黑名单",
        menu: true,
        permission: "customer:blacklist:view",
        file: "customer/blacklist/blacklist-list.tsx",
      },
    ],
  },
] as const satisfies readonly Screen[];

import type { Screen } from "../screen";

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
        acts: [
          { title: "新增客户", at: "?add=1", permission: "customer:info:create" },
          {
            title: "写跟进",
            of: "customers",
            at: "/customer/editCustomerInfo/{id}?tab=trackings&write=1",
            permission: "customer:tracking:create",
          },
          { title: "导入客户", at: "?import=1", permission: "customer:info:create" },
        ],
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
        newRecord: { title: "新增需求", at: "edit=new" },
        menu: true,
        permission: "customer:requirement:view",
        file: "customer/requirement/requirement-list.tsx",
        acts: [{ title: "新增需求", at: "?edit=new", permission: "customer:requirement:edit" }],
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
        acts: [{ title: "新增黑名单", at: "?add=1", permission: "customer:blacklist:manage" }],
      },
    ],
  },
] as const satisfies readonly Screen[];

import type { Screen } from "../screen";

export const regionScreens = [
  {
    path: "/regionalManage",
    title: "区域管理",
    icon: "region",
    menu: true,
    children: [
      {
        path: "/regionalManage/countryList",
        title: "国家/地区列表",
        menu: true,
        permission: "geo:region:manage",
        file: "region/country/country-list.tsx",
        acts: [{ title: "新增国家/地区", at: "/regionalManage/countryList/country-edit" }],
        children: [
          {
            path: "/regionalManage/countryList/regionalList",
            title: "一级区域",
            permission: "geo:region:manage",
            file: "region/district/regional-list.tsx",
          },
          {
            path: "/regionalManage/countryList/twoLevelList",
            title: "二级区域",
            permission: "geo:region:manage",
            file: "region/district/two-level-list.tsx",
          },
          {
            path: "/regionalManage/countryList/threeLevelList",
            title: "三级区域",
            permission: "geo:region:manage",
            file: "region/district/three-level-list.tsx",
          },
          {
            path: "/regionalManage/countryList/country-edit",
            title: "编辑国家/地区",
            newRecord: { title: "新增国家/地区" },
            permission: "geo:region:manage",
            file: "region/country/country-edit.tsx",
          },
        ],
      },
      {
        path: "/regionalManage/district-edit",
        title: "编辑区域",
        newRecord: { title: "新增区域" },
        permission: "geo:region:manage",
        file: "region/district/district-edit.tsx",
      },
      {
        path: "/regionalManage/currencyList",
        title: "货币管理",
        menu: true,
        permission: ["geo:currency:manage", "geo:currency:rate"],
        file: "region/currency/currency-list.tsx",
        acts: [
          { title: "新增币种", at: "?add=1", permission: "geo:currency:manage" },
          { title: "汇率换算", at: "?convert=1" },
        ],
      },
    ],
  },
] as const satisfies readonly Screen[];

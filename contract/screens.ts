import { patternOf, publicScreens, type Screen } from "./public-screens";

export type { Screen };

/**
 * The map of every screen (specification §2, domain A.3). Nested as the URLs nest, for the menu and the breadcrumb; the routes are flat.
 * Pure data: the server makes its menu from it, the app its routes, breadcrumb and 403. A screen without `file` is not built yet:
 * it stays out of the menu and shows the 404 page.
 */
export const screens: readonly Screen[] = [
  ...publicScreens,
  {
    path: "/dashboard",
    title: "ToB数据看板",
    icon: "dashboard",
    menu: true,
    permission: "dashboard:tob:view",
    file: "dashboard/dashboard.tsx",
    children: [
      { path: "/dashboard/estateTrend", title: "房源趋势", permission: "dashboard:trend:view" },
      { path: "/dashboard/customerTrend", title: "客户趋势", permission: "dashboard:trend:view" },
      { path: "/dashboard/clueTrend", title: "线索趋势", permission: "dashboard:trend:view" },
      { path: "/dashboard/agentTrend", title: "代理趋势", permission: "dashboard:trend:view" },
    ],
  },
  {
    path: "/analysis",
    title: "ToC数据看板",
    icon: "analysis",
    menu: true,
    public: true,
    children: [
      { path: "/analysis/overview", title: "客户分析", menu: true, public: true },
      { path: "/analysis/salesBriefing", title: "销售简报", menu: true, public: true },
    ],
  },
  { path: "/schedule-list", title: "日程列表", file: "schedule/schedule-list.tsx" },
  { path: "/personal-center", title: "个人中心", file: "personal/personal-center.tsx" },
  {
    path: "/agent",
    title: "代理管理",
    icon: "agent",
    menu: true,
    children: [
      {
        path: "/agent/list",
        title: "代理列表",
        menu: true,
        permission: "agent:agent:view",
        children: [
          { path: "/agent/list/addAgent", title: "新增/编辑代理", permission: "agent:agent:create" },
          { path: "/agent/list/childAgent", title: "子账号管理", permission: "agent:account:manage" },
        ],
      },
      { path: "/agent/agentLogin", title: "代理登录记录", menu: true, permission: "agent:login:view" },
      { path: "/agent/agentUnregister", title: "代理注销审核", menu: true, permission: "agent:unregister:audit" },
    ],
  },
  {
    path: "/inquiry",
    title: "询盘管理",
    icon: "inquiry",
    menu: true,
    children: [
      {
        path: "/inquiry/all-inquiry",
        title: "全部询盘",
        menu: true,
        permission: "inquiry:inquiry:view",
        children: [
          { path: "/inquiry/all-inquiry/inquiry-detail", title: "询盘详情", permission: "inquiry:inquiry:view" },
        ],
      },
      {
        path: "/inquiry/estate-inquiry",
        title: "房源询盘",
        menu: true,
        permission: "inquiry:inquiry:view",
        children: [
          { path: "/inquiry/estate-inquiry/inquiry-detail", title: "询盘详情", permission: "inquiry:inquiry:view" },
          {
            path: "/inquiry/estate-inquiry/inquiryInfo/:inquiryId",
            title: "询盘信息",
            permission: "inquiry:inquiry:view",
          },
        ],
      },
      {
        path: "/inquiry/rental",
        title: "租赁询盘",
        menu: true,
        permission: "inquiry:inquiry:view",
        children: [
          { path: "/inquiry/rental/rental-detail", title: "租赁询盘详情", permission: "inquiry:inquiry:view" },
        ],
      },
      {
        path: "/inquiry/management",
        title: "经营管理签证",
        menu: true,
        permission: "inquiry:visa:view",
        children: [
          {
            path: "/inquiry/management/managementInfo/:inquiryId",
            title: "签证询盘信息",
            permission: "inquiry:visa:view",
          },
        ],
      },
      { path: "/inquiry/chat-inquiry", title: "在线咨询", menu: true, permission: "inquiry:chat:reply" },
      { path: "/inquiry/tracker", title: "追踪点管理", menu: true, permission: "inquiry:tracker:view" },
    ],
  },
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
  {
    path: "/Covenant",
    title: "成交管理",
    icon: "deal",
    menu: true,
    children: [{ path: "/Covenant/covenantList", title: "成交记录", menu: true, permission: "deal:deal:view" }],
  },
  {
    path: "/house",
    title: "房源管理",
    icon: "house",
    menu: true,
    children: [
      {
        path: "/house/audit",
        title: "新房审核",
        menu: true,
        permission: "house:estate:audit",
        file: "house/estate-audit/estate-audit-list.tsx",
      },
      {
        path: "/house/mansion-management",
        title: "楼栋管理",
        menu: true,
        permission: "house:mansion:view",
        file: "house/mansion/mansion-list.tsx",
        children: [
          {
            path: "/house/mansion-management/mansion-management-edit",
            title: "楼栋编辑",
            permission: "house:mansion:edit",
            file: "house/mansion/mansion-edit.tsx",
          },
        ],
      },
      {
        path: "/house/mansion",
        title: "楼栋申请",
        menu: true,
        permission: "house:mansion:apply_confirm",
        file: "house/mansion-application/mansion-application-list.tsx",
        children: [
          {
            path: "/house/mansion/mansion-confirm",
            title: "申请确认",
            permission: "house:mansion:apply_confirm",
            file: "house/mansion-application/mansion-confirm.tsx",
          },
        ],
      },
      {
        path: "/house/estate-list",
        title: "房源检索",
        menu: true,
        permission: "house:estate:view",
        file: "house/estate/estate-list.tsx",
        children: [
          {
            path: "/house/estate-list/estate-detail",
            title: "房源详情",
            permission: "house:estate:view",
            file: "house/estate/estate-detail.tsx",
          },
        ],
      },
    ],
  },
  {
    path: "/clue",
    title: "线索管理",
    icon: "clue",
    menu: true,
    children: [
      { path: "/clue/feedback", title: "线索审核", menu: true, permission: "clue:clue:view" },
      { path: "/clue/accountStatement", title: "对账单", menu: true, permission: "clue:statement:view" },
    ],
  },
  {
    path: "/notification",
    title: "消息通知",
    icon: "notification",
    menu: true,
    children: [
      {
        path: "/notification/information-list",
        title: "通知列表",
        menu: true,
        permission: "notification:info:view",
        children: [
          {
            path: "/notification/information-list/information-edit",
            title: "编辑通知",
            permission: "notification:info:edit",
          },
        ],
      },
    ],
  },
  {
    path: "/article",
    title: "资讯管理",
    icon: "article",
    menu: true,
    children: [
      {
        path: "/article/news-list",
        title: "资讯列表",
        menu: true,
        permission: "article:news:view",
        children: [{ path: "/article/news-list/news-edit", title: "编辑资讯", permission: "article:news:edit" }],
      },
      { path: "/article/news-tag", title: "资讯标签", menu: true, permission: "article:tag:manage" },
    ],
  },
  {
    path: "/resources",
    title: "营销资源",
    icon: "resources",
    menu: true,
    children: [
      {
        path: "/resources/banner",
        title: "轮播图",
        menu: true,
        permission: "resource:banner:manage",
        children: [
          { path: "/resources/banner/deployBanner", title: "配置轮播图", permission: "resource:banner:manage" },
        ],
      },
      { path: "/resources/homeSection", title: "首页版块", menu: true, permission: "resource:section:manage" },
      {
        path: "/resources/video",
        title: "视频",
        menu: true,
        permission: "resource:video:manage",
        children: [{ path: "/resources/video/deployVideo", title: "配置视频", permission: "resource:video:manage" }],
      },
      {
        path: "/resources/investment",
        title: "投资专栏",
        menu: true,
        permission: "resource:investment:manage",
        children: [
          {
            path: "/resources/investment/invest-edit",
            title: "编辑投资专栏",
            permission: "resource:investment:manage",
          },
        ],
      },
      { path: "/resources/keyword", title: "搜索词", menu: true, permission: "resource:keyword:manage" },
      { path: "/resources/reportDownload", title: "趋势报告", menu: true, permission: "resource:report:manage" },
    ],
  },
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
            permission: "geo:region:manage",
            file: "region/country/country-edit.tsx",
          },
        ],
      },
      {
        path: "/regionalManage/district-edit",
        title: "编辑区域",
        permission: "geo:region:manage",
        file: "region/district/district-edit.tsx",
      },
      {
        path: "/regionalManage/currencyList",
        title: "货币管理",
        menu: true,
        permission: ["geo:currency:manage", "geo:currency:rate"],
        file: "region/currency/currency-list.tsx",
      },
    ],
  },
  {
    path: "/seo",
    title: "SEO管理",
    icon: "seo",
    menu: true,
    children: [
      {
        path: "/seo/cityIntroduce",
        title: "城市介绍",
        menu: true,
        permission: "seo:city:view",
        children: [
          { path: "/seo/cityIntroduce/introdeceForm", title: "编辑城市介绍", permission: "seo:city:edit" },
          {
            path: "/seo/cityIntroduce/encyclopaedic",
            title: "城市百科",
            permission: "seo:city:view",
            children: [
              {
                path: "/seo/cityIntroduce/encyclopaedic/formArticle",
                title: "编辑百科文章",
                permission: "seo:city:edit",
              },
            ],
          },
        ],
      },
      { path: "/seo/section", title: "SEO版块", menu: true, permission: "seo:section:view" },
      { path: "/seo/topicTitleList", title: "专题标题模板", menu: true, permission: "seo:template:view" },
      { path: "/seo/topicDescList", title: "专题描述模板", menu: true, permission: "seo:template:view" },
      { path: "/seo/tagList", title: "SEO标签", menu: true, permission: "seo:tag:view" },
      { path: "/seo/keywordsList", title: "SEO关键词", menu: true, permission: "seo:keyword:view" },
      {
        path: "/seo/seo-article",
        title: "SEO文章",
        menu: true,
        permission: "seo:article:view",
        children: [{ path: "/seo/seo-article/editArticle", title: "编辑SEO文章", permission: "seo:article:edit" }],
      },
    ],
  },
  {
    path: "/specialEstate",
    title: "房源专题",
    icon: "special",
    menu: true,
    children: [
      {
        path: "/specialEstate/special",
        title: "专题管理",
        menu: true,
        permission: "special:page:view",
        children: [{ path: "/specialEstate/special/edit-special", title: "编辑专题", permission: "special:page:edit" }],
      },
      { path: "/specialEstate/specialList", title: "专题落地页列表", menu: true, permission: "special:page:view" },
    ],
  },
  {
    path: "/system",
    title: "系统管理",
    icon: "system",
    menu: true,
    children: [
      {
        path: "/system/version",
        title: "APP版本",
        menu: true,
        permission: "system:version:manage",
        file: "system/app-version/app-version-list.tsx",
      },
      {
        path: "/system/role",
        title: "角色管理",
        menu: true,
        permission: "system:role:manage",
        file: "system/role/role.tsx",
      },
      {
        path: "/system/user",
        title: "员工管理",
        menu: true,
        permission: "system:user:manage",
        file: "system/staff/staff-list.tsx",
      },
      {
        path: "/system/broker",
        title: "房产经纪",
        menu: true,
        permission: "system:broker:manage",
        file: "system/broker/broker-list.tsx",
      },
      {
        path: "/system/record",
        title: "操作日志",
        menu: true,
        permission: "system:record:view",
        file: "system/record/record-list.tsx",
      },
      {
        path: "/system/setCenter",
        title: "设置中心",
        menu: true,
        permission: ["system:setting:manage", "dashboard:target:manage"],
        file: "system/set-center/set-center.tsx",
      },
    ],
  },
];

/** A screen with the chain of its parents, outermost first. */
export interface PlacedScreen extends Screen {
  parents: readonly Screen[];
}

function place(list: readonly Screen[], parents: readonly Screen[]): PlacedScreen[] {
  return list.flatMap((screen) => [{ ...screen, parents }, ...place(screen.children ?? [], [...parents, screen])]);
}

/** Every screen of the map, flat, in the map's order. */
export const allScreens: readonly PlacedScreen[] = place(screens, []);

const patterns = allScreens.map((screen) => ({ screen, pattern: patternOf(screen) }));

/** The screen that an address belongs to; letters match in either case. */
export function screenAt(pathname: string): PlacedScreen | undefined {
  return patterns.find(({ pattern }) => pattern.test(pathname))?.screen;
}

/** Whether a holder of these codes may open the screen. */
export function mayOpen(screen: Screen, held: ReadonlySet<string> | readonly string[]): boolean {
  if (!screen.permission) return true;
  const has = (code: string) => (Array.isArray(held) ? held.includes(code) : (held as ReadonlySet<string>).has(code));
  return typeof screen.permission === "string" ? has(screen.permission) : screen.permission.some(has);
}

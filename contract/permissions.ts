/** The registry of permission codes (domain A.2.1), grouped as the role screen shows them. A new code needs a decision file. */
export const permissionGroups = {
  dashboard: {
    label: "数据看板",
    codes: {
      "dashboard:tob:view": "查看ToB看板",
      "dashboard:trend:view": "趋势",
      "dashboard:rank:view": "排行",
      "dashboard:target:manage": "月度目标设置",
    },
  },
  analysis: { label: "ToC看板", codes: { "analysis:detail:view": "ToC明细" } },
  agent: {
    label: "代理管理",
    codes: {
      "agent:agent:view": "查看代理",
      "agent:agent:create": "新增代理",
      "agent:agent:edit": "编辑代理",
      "agent:agent:disable": "停用代理",
      "agent:account:manage": "子账号管理",
      "agent:login:view": "代理登录记录",
      "agent:unregister:audit": "代理注销审核",
    },
  },
  inquiry: {
    label: "询盘管理",
    codes: {
      "inquiry:inquiry:view": "查看询盘",
      "inquiry:inquiry:claim": "领取询盘",
      "inquiry:inquiry:assign": "分配询盘",
      "inquiry:inquiry:handle": "处理、转客户",
      "inquiry:inquiry:export": "导出询盘",
      "inquiry:visa:view": "查看经管签证询盘",
      "inquiry:visa:handle": "处理经管签证询盘",
      "inquiry:chat:reply": "回复在线咨询",
      "inquiry:tracker:view": "查看追踪点",
      "inquiry:tracker:manage": "管理追踪点",
    },
  },
  customer: {
    label: "客户管理",
    codes: {
      "customer:pool:view": "公海查看",
      "customer:pool:claim": "公海领取",
      "customer:info:view": "客户查看",
      "customer:info:create": "客户新增",
      "customer:info:edit": "客户编辑",
      "customer:info:assign": "分配、转移",
      "customer:info:release": "释放到公海",
      "customer:info:lock": "锁定客户",
      "customer:info:delete": "移入回收站",
      "customer:info:export": "导出客户",
      "customer:recycle:view": "查看回收站",
      "customer:recycle:restore": "恢复客户",
      "customer:recycle:destroy": "彻底删除",
      "customer:phone:view": "查看完整号码",
      "customer:tracking:view": "查看跟进",
      "customer:tracking:create": "新增跟进",
      "customer:tracking:edit": "编辑跟进",
      "customer:tracking:delete": "删除跟进",
      "customer:tracking:export": "导出跟进",
      "customer:user:view": "查看注册用户",
      "customer:user:disable": "禁用注册用户",
      "customer:requirement:view": "查看需求",
      "customer:requirement:edit": "编辑需求",
      "customer:unregister:view": "查看注销申请",
      "customer:unregister:audit": "注销审核",
      "customer:blacklist:view": "查看黑名单",
      "customer:blacklist:manage": "管理黑名单",
    },
  },
  deal: {
    label: "成交管理",
    codes: {
      "deal:deal:view": "查看成交",
      "deal:deal:create": "新增成交",
      "deal:deal:edit": "编辑成交",
      "deal:deal:submit": "提交成交",
      "deal:deal:review": "审核成交",
      "deal:deal:cancel": "退订、退房",
      "deal:deal:export": "导出成交",
      "deal:billing:view": "账单查看",
      "deal:billing:create": "账单录入",
      "deal:billing:confirm": "财务确认",
      "deal:commission:view": "佣金查看",
    },
  },
  house: {
    label: "房源管理",
    codes: {
      "house:estate:view": "房源检索",
      "house:estate:create": "新增房源",
      "house:estate:edit": "编辑房源",
      "house:estate:publish": "上下架",
      "house:estate:audit": "新房审核",
      "house:mansion:view": "查看楼栋",
      "house:mansion:edit": "编辑楼栋",
      "house:mansion:apply_confirm": "楼栋申请确认",
    },
  },
  clue: {
    label: "线索管理",
    codes: {
      "clue:clue:view": "线索查看",
      "clue:clue:create": "代录报备",
      "clue:clue:audit": "线索审核",
      "clue:clue:advance": "登记到访",
      "clue:clue:export": "导出线索",
      "clue:statement:view": "对账单查看",
      "clue:statement:create": "对账单生成",
      "clue:statement:send": "对账单发送",
      "clue:statement:confirm": "对账单确认",
      "clue:statement:pay": "对账单付款",
      "clue:statement:void": "对账单作废",
    },
  },
  notification: {
    label: "消息通知",
    codes: {
      "notification:info:view": "查看通知",
      "notification:info:edit": "编辑通知",
      "notification:info:send": "发送通知",
    },
  },
  article: {
    label: "资讯管理",
    codes: {
      "article:news:view": "查看资讯",
      "article:news:edit": "编辑资讯",
      "article:news:publish": "发布资讯",
      "article:tag:manage": "资讯标签",
    },
  },
  resource: {
    label: "营销资源",
    codes: {
      "resource:banner:manage": "轮播图",
      "resource:section:manage": "首页版块",
      "resource:video:manage": "视频",
      "resource:investment:manage": "投资专栏",
      "resource:keyword:manage": "搜索词",
      "resource:report:manage": "趋势报告",
    },
  },
  geo: {
    label: "区域管理",
    codes: { "geo:region:manage": "区域", "geo:currency:manage": "货币", "geo:currency:rate": "汇率" },
  },
  seo: {
    label: "SEO管理",
    codes: {
      "seo:city:view": "查看城市介绍",
      "seo:city:edit": "编辑城市介绍",
      "seo:city:publish": "发布城市介绍",
      "seo:section:view": "查看SEO版块",
      "seo:section:edit": "编辑SEO版块",
      "seo:section:publish": "启停SEO版块",
      "seo:template:view": "查看专题模板",
      "seo:template:edit": "编辑专题模板",
      "seo:template:publish": "启停专题模板",
      "seo:tag:view": "查看SEO标签",
      "seo:tag:edit": "编辑SEO标签",
      "seo:tag:publish": "启停SEO标签",
      "seo:keyword:view": "查看SEO关键词",
      "seo:keyword:edit": "编辑SEO关键词",
      "seo:keyword:publish": "启停SEO关键词",
      "seo:article:view": "查看SEO文章",
      "seo:article:edit": "编辑SEO文章",
      "seo:article:publish": "发布SEO文章",
    },
  },
  special: {
    label: "房源专题",
    codes: { "special:page:view": "查看专题", "special:page:edit": "编辑专题", "special:page:publish": "发布专题" },
  },
  system: {
    label: "系统管理",
    codes: {
      "system:user:manage": "员工管理",
      "system:role:manage": "角色管理",
      "system:version:manage": "APP版本",
      "system:broker:manage": "房产经纪",
      "system:record:view": "操作日志",
      "system:setting:manage": "设置中心",
    },
  },
} as const;

type Groups = typeof permissionGroups;
export type Permission = { [G in keyof Groups]: keyof Groups[G]["codes"] }[keyof Groups] & string;

/** All codes of the registry. */
export const permissions = Object.values(permissionGroups).flatMap((group) => Object.keys(group.codes)) as Permission[];

/** Data scopes, narrowest first (domain A.1). */
export const dataScopes = { none: "无", self: "仅本人", team: "本团队及下级团队", all: "全部" } as const;
export type DataScope = keyof typeof dataScopes;

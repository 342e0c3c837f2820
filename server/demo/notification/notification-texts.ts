import type { Aimed } from "~/contract/notification/notification";
import type { NotificationChannel, NotificationType } from "~/contract/notification/notification-kinds";

type Aim = Pick<Aimed, "audience" | "scope"> & Partial<Pick<Aimed, "agent_levels" | "countries">>;

export interface Subject extends Aim {
  type: NotificationType;
  title: string;
  body: readonly string[];
  channels: readonly NotificationChannel[];
}

/** What a company tells its people, its agents and the users of its site; `{n}` is a number that makes titles differ. */
export const subjects: readonly Subject[] = [
  {
    ...{ audience: "staff", scope: "all", type: "system", channels: ["inbox"] },
    title: "系统维护公告（第{n}次）",
    body: ["本周六凌晨两点至四点系统维护，期间不能登录。", "未保存的表单请提前提交，维护后无需重新登录。"],
  },
  {
    ...{ audience: "user", scope: "country", countries: ["CN"], type: "estate", channels: ["inbox", "push"] },
    title: "新盘上线：湾岸新区第{n}期开放登记",
    body: ["首批房源本月开放登记，登记顺序决定选房次序。", "可在房源页查看户型、价格区间与交房时间。"],
  },
  {
    ...{ audience: "agent", scope: "all", type: "policy", channels: ["inbox", "sms"] },
    title: "报备规则调整（第{n}版）",
    body: ["报备保护期按楼盘规则执行，到访后自动延长。", "重复报备以先到访者为准，请及时登记到访。"],
  },
  {
    ...{ audience: "agent", scope: "agent_level", agent_levels: ["S", "A"], type: "activity", channels: ["inbox"] },
    title: "核心代理季度交流会（第{n}期）",
    body: ["本季交流会介绍三个新盘的卖点与佣金政策。", "席位有限，请在周五前回复参会人数。"],
  },
  {
    ...{ audience: "user", scope: "all", type: "activity", channels: ["inbox", "email"] },
    title: "海外置业线上讲座（第{n}讲）",
    body: ["讲座介绍购房流程、税费与贷款，约四十分钟。", "会后可预约顾问一对一解答。"],
  },
  {
    ...{ audience: "staff", scope: "all", type: "update", channels: ["inbox", "wecom"] },
    title: "工作台功能更新（第{n}版）",
    body: ["列表支持保存视图并共享给本团队。", "客户页可以直接匹配房源并写跟进。"],
  },
];

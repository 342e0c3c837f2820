import type { Calendar } from "../shared/calendar";
import { latinOf } from "../shared/names";
import type { Random } from "../shared/random";

export const teams = ["华东", "华南", "华北", "日本", "渠道", "内容"] as const;
export type TeamName = (typeof teams)[number];

export interface Staff {
  id: number;
  name: string;
  email: string;
  phone: string;
  roles: string[];
  team: TeamName;
  status: "enabled" | "disabled" | "resigned";
  isLeader: boolean;
  joinedDaysAgo: number;
}

/** What those who make rows need. */
export interface Means {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
}

/** When one seller left, and their customers went to the pool. */
export const resignedDaysAgo = 60;

/** One role in addition to the built-in ones, to show that operators may add some. */
export const customRole = {
  code: "sales_assistant",
  name: "销售助理",
  data_scope: "team",
  permissions: [
    "dashboard:tob:view",
    "customer:pool:view",
    "customer:info:view",
    "customer:tracking:view",
    "customer:tracking:create",
    "house:estate:view",
  ],
  remark: "协助团队录入跟进，不领取客户",
} as const;

/** Those who do the work of a role today. */
export const staffOf = (staff: readonly Staff[], role: string): Staff[] =>
  staff.filter(({ roles, status }) => roles.includes(role) && status === "enabled");

/** Roles and their teams; the first person of each role is `{role}@demo.test`. */
const posts = (
  [
    ["super_admin", "内容"],
    ["sales_manager", "华东 华南 华北 日本"],
    ["sales", "华东 华东 华东 华东 华南 华南 华南 华北 华北 华北 日本 日本 日本 日本"],
    ["channel_manager", "渠道 渠道 渠道"],
    ["estate_manager", "内容 内容"],
    ["content_editor", "内容 内容"],
    ["seo_editor", "内容 内容"],
    ["finance", "渠道 渠道"],
    ["customer_service", "华东 日本"],
  ] as const
).flatMap(([role, places]) => places.split(" ").map((team) => [role, team as TeamName] as const));
const leaders = new Set<string>(["sales_manager", "channel_manager", "estate_manager"]);
const resignedPost = 11;
const disabledPost = 25;
/** Holds the custom role in addition to their own, so that rights add up. */
const assistantPost = 8;

/** The 32 people of the demo company (domain G.2). */
export function makeStaff(random: Random, nextName: () => string): Staff[] {
  const taken = new Set<string>();
  return posts.map(([role, team], index) => {
    const name = nextName();
    const isFirst = posts.findIndex(([other]) => other === role) === index;
    const latin = latinOf(name);
    const account = isFirst ? role : taken.has(latin) ? `${latin}${index}` : latin;
    taken.add(account);
    return {
      ...{ id: index + 1, name, email: `${account}@demo.test`, phone: `1990000${9900 + index}`, team },
      roles: index === assistantPost ? [role, customRole.code] : [role],
      status: index === resignedPost ? "resigned" : index === disabledPost ? "disabled" : "enabled",
      isLeader: posts.findIndex(([other, place]) => leaders.has(other) && place === team) === index,
      joinedDaysAgo: random.whole(380, 900),
    };
  });
}

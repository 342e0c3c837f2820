import { mentionOf, mentionsIn } from "~/contract/shared/comment";
import type { comment } from "~/server/database/tables/system/system";
import type { Person } from "../customer/customers";
import type { EstateStory } from "../house/estates";
import type { Staff } from "../system/staff";
import { type Calendar, day, minute } from "./calendar";
import type { Random } from "./random";
import { numbered, stamps } from "./rows";

type Row = typeof comment.$inferInsert;

interface Means {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
}

interface Said {
  owner_type: Row["owner_type"];
  owner_id: number;
  by: Staff;
  at: number;
  content: string;
}

/** What a manager asks about a seller's customer, and what comes back. */
const aboutCustomers = [
  ["这位客户的预算是不是还能往上谈一点？", "问过了，首付可以再加一成，总价不想再高。"],
  ["下次带看前把持有成本表一起准备好。", "好的，已经做好，周末见面时给他看。"],
  ["他太太也要参与决定，记得一起约。", "约了周六下午两个人一起来。"],
  ["同一个小区还有别的客户在看，注意报备时间。", "收到，今天就去报备。"],
  ["贷款这块他最关心，银行的预审有结果了吗？", "银行说下周三前答复，我盯着。"],
  ["上次反馈的朝向问题解决了吗？", "换了东南向的户型，他比较满意。"],
  ["客户更看重租金回报，推荐时先讲这个。", "明白，已经换了两套回报高的给他。"],
] as const;
const aboutEstates = [
  ["客户问这个盘的两房还有没有高楼层？", "还有三套，房号表已经更新。"],
  ["管理费是不是又调整了？", "下月起按新标准，资料里已经改好。"],
  ["样板间这个周末可以带客户看吗？", "可以，提前一天报名单。"],
  ["开发商的佣金什么时候结？", "按节点结，详情在报备规则里。"],
] as const;

const keptDays = 45;
const mostShare = 8;

/** Conversations about customers and estates. */
export function makeComments(
  { random, calendar, staff }: Means,
  people: readonly Person[],
  stories: readonly EstateStory[],
): Row[] {
  const working = new Map(staff.filter(({ status }) => status === "enabled").map((one) => [one.id, one]));
  const leaderOf = (seller: Staff) =>
    [...working.values()].find(({ isLeader, team, id }) => isLeader && team === seller.team && id !== seller.id);
  const since = calendar.today - keptDays * day;
  const held = people.flatMap((person) => {
    const seller = working.get(person.history.owner ?? 0);
    const leader = seller && leaderOf(seller);
    const from = Math.max(since, person.history.assignedAt ?? Number.POSITIVE_INFINITY);
    return seller && leader && from < calendar.now - day ? [{ person, seller, leader, from }] : [];
  });
  const customers = random.shuffle(held).slice(0, Math.ceil(people.length / mostShare / 2));
  // The account that people try first has some of its own.
  const shown = held.filter(
    ({ seller, person }) => seller.email.startsWith("sales@") && !customers.some((one) => one.person === person),
  );
  const sellers = [...working.values()].filter(({ roles }) => roles.includes("sales"));
  const managers = [...working.values()].filter(({ roles }) => roles.includes("estate_manager"));
  const online = stories.filter(
    ({ state, publishedAt }) => state === "online" && (publishedAt ?? since) < calendar.now - day,
  );
  const said = [
    ...[...customers, ...shown.slice(0, 3)].flatMap(({ person, seller, leader, from }) => {
      const about = { owner_type: "customer", owner_id: person.id } as const;
      return talk(random, calendar, about, from, random.pick(aboutCustomers), [leader, seller]);
    }),
    ...random
      .shuffle(online)
      .slice(0, Math.ceil(online.length / mostShare))
      .flatMap(({ row, publishedAt }) => {
        const about = { owner_type: "estate", owner_id: row.id ?? 0 } as const;
        const from = Math.max(since, publishedAt ?? since);
        const both = [random.pick(sellers), random.pick(managers)] as const;
        return talk(random, calendar, about, from, random.pick(aboutEstates), both);
      }),
  ];
  return numbered(said, "").map(({ id, owner_type, owner_id, by, at, content }) => ({
    ...{ id, owner_type, owner_id, content, mention_user_ids: mentionsIn(content), ...stamps(at, by.id) },
  }));
}

type About = Pick<Said, "owner_type" | "owner_id">;

/** One asks another, who answers the same day where there is time left. */
function talk(
  random: Random,
  calendar: Calendar,
  about: About,
  from: number,
  [question, answer]: readonly [string, string],
  [asks, answers]: readonly [Staff, Staff],
): Said[] {
  const days = calendar.daysAgo(from);
  const at = Math.max(from + minute, calendar.working(random.whole(1, Math.max(1, days - 1))));
  const after = at + random.whole(10, 90) * minute;
  return [
    { ...about, by: asks, at, content: `${mentionOf(answers.id)} ${question}` },
    ...(random.chance(0.8) ? [{ ...about, by: answers, at: after, content: `${mentionOf(asks.id)} ${answer}` }] : []),
  ];
}

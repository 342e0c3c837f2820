/** Requests of one reason that may read more than a list is allowed, and how much more at most. */
export interface AllowedClass {
  name: string;
  /** Of the request's words, as list-cases.ts makes them. */
  matches: RegExp;
  /** The greatest multiple of what is allowed otherwise, at a million customers: a third above what was measured. */
  most: number;
  /** Whether it may also end with 42200 请缩小筛选范围 after three seconds. */
  mayEnd?: true;
  /** Why it is left so. */
  reason: string;
}

/**
 * The first whose words match counts. What no class names, and what reads more than its class may, ends the run with an error
 * (docs/decisions/0043-search-and-size.md has the reasons at length).
 */
export const allowedClasses: readonly AllowedClass[] = [
  {
    name: "分组 counted by a field",
    matches:
      /^(公海客户列表|客户列表|房源列表|需求列表|代理列表|线索列表|成交列表|报告下载记录|通知发送明细|询盘列表|对账单列表) group=/,
    most: 65,
    mayEnd: true,
    reason: "all are counted by one walk where a field has no index",
  },
  {
    name: "条件 any field beside a month",
    matches:
      /^(公海客户列表|客户列表|需求列表|跟进记录列表|注册用户列表|询盘列表|线索列表|账单列表|通知发送明细) where=/,
    most: 80,
    mayEnd: true,
    reason: "an index for each field would cost every write",
  },
  {
    name: "代理登录记录 · of one's own agents",
    matches: /^代理登录记录 .*\(渠道经理\)$/,
    most: 13,
    reason: "a sign-in does not say whose agent it was of: those of thousands of agents are looked for",
  },
  {
    name: "代理登录记录 · of everybody, with today's figures",
    matches: /^代理登录记录 /,
    most: 2.3,
    reason: "today's are counted beside the page",
  },
  {
    name: "代理列表 · a second condition beside a team's or a word",
    matches: /^代理列表 /,
    most: 3.2,
    reason: "each pair would need an index of its own",
  },
  {
    name: "客户 · budgets in CNY",
    matches: /^客户列表 budget_/,
    most: 8,
    reason: "at today's rates, which no index can know",
  },
  {
    name: "客户 · a tab of everybody's beside a second condition",
    matches: /^客户列表 view=\S+ (?!sort=)/,
    most: 4,
    reason: "all who meet both are read, more than a list has where they are a third of a large tab",
  },
  {
    name: "客户 · a team's, or in a district",
    matches:
      /^客户列表 (((view=team )?(sort|tracked_from|level|owner_id)=\S+ (tracked_to=\S+ )?)?\(经理\)|district_id=\S+ \((销售|经理)\))$/,
    most: 2.8,
    reason: "13,700 are the team's, and all of them are put in order",
  },
  {
    name: "客户 · common words just beyond",
    matches: /^(公海客户列表|客户列表) (keyword|country|tag|idle_days_min|created_from)=/,
    most: 2,
    reason: "the index guesses how common a word is",
  },
  {
    name: "回收站 · a keyword",
    matches: /^回收站列表 keyword=/,
    most: 14,
    reason: "the planner takes the index of all names beside the bin's own",
  },
  {
    name: "跟进 · a keyword",
    matches: /^跟进记录列表 keyword=/,
    most: 13.5,
    reason:
      "a word that a twentieth of all texts have; what others wrote about one's customers is asked customer by customer, and a number's customers first",
  },
  {
    name: "跟进 · a seller's or a team's by another order or filter",
    matches: /^跟进记录列表 (.*\b(estate_id|type|tracked_from|sort|is_valid)=.*)?\((销售|经理)\)$/,
    most: 6,
    reason: "what others wrote about one's customers is asked customer by customer",
  },
  {
    name: "日程 · a week of everybody's",
    matches: /^日程列表 scope=team from=\S+ to=\S+ \(管理员\)$/,
    most: 3.3,
    reason: "all of a week are put in order, 28 ms",
  },
  {
    name: "询盘 · a country or district of the estate",
    matches: /^询盘列表 (country|district_id)=/,
    most: 6.1,
    reason: "all estates of it are read out of another table",
  },
  {
    name: "询盘 · somebody's of one kind",
    matches: /^询盘列表 kind=\S+ assignee_id=/,
    most: 2.2,
    reason: "what a team holds is read for the one of it who is asked for",
  },
  {
    name: "询盘 · visas that fall short",
    matches: /^询盘列表 visa_met=/,
    most: 15,
    reason: "nine of ten do, and whose they are is known after reading them, 110 ms",
  },
  {
    name: "询盘 · late once or still",
    matches: /^询盘列表 overdue=/,
    most: 9,
    reason: "a mark or a clock: two indexes, of which all who are late are read",
  },
  {
    name: "询盘 · a keyword that many have",
    matches: /^询盘列表 (\S+ )?keyword=/,
    most: 2.5,
    reason: "all of a kind or a state who have a very common name are read once",
  },
  {
    name: "询盘 · one's own and nobody's by another order or filter",
    matches:
      /^询盘列表 ((case_stage|platform|responded|sort|group|status|view|assignee_id|tracker_id)=|kind=\S+ view=)/,
    most: 5,
    reason: "12,000 rows are one's own or nobody's, and the rest of what is asked is known after reading them",
  },
  {
    name: "线索 · a keyword that many have",
    matches: /^线索列表 (\S+ )?keyword=/,
    most: 11.5,
    reason:
      "the word's hits, or all of one's agents' leads, are read once, 90 ms; no index holds whose agent it is of beside it",
  },
  {
    name: "线索 · a tab beside a second condition",
    matches: /^线索列表 view=\S+ (?!sort=)/,
    most: 25,
    reason: "each pair would need an index of its own, 60 ms",
  },
  {
    name: "线索 · a team's or a manager's by another filter",
    matches: /^线索列表 .*\((销售|经理|渠道经理)\)$/,
    most: 11,
    reason: "a tenth of all are of the team's agents, and the rest of what is asked is known after reading them",
  },
  {
    name: "线索 · by what most are, or what was long ago",
    matches: /^线索列表 (source|collided|visited_to)=/,
    most: 3,
    reason: "no index begins with two values of one field",
  },
  {
    name: "成交 · what most are, or what was long ago",
    matches: /^成交列表 (status|source_type|commission_status|contracted_to|subscribed_to|cancelled_to)=/,
    most: 20,
    reason: "found and summed up at once; a walk from the newest begins far from what is old",
  },
  {
    name: "成交 · a buyer's name that many have",
    matches: /^成交列表 keyword=/,
    most: 2.7,
    reason: "the name's hits are read once, 18 ms; whose a deal is is known of each",
  },
  {
    name: "账单 · a seller's or a team's",
    matches: /^账单列表 ((status|overdue|due_from|due_to|paid_to|type|sort|owner_id)=.*)?\((销售|经理)\)$/,
    most: 6.5,
    reason: "all lines of few people are put in order, 35 ms",
  },
  {
    name: "账单 · a buyer's name that many have, what most are, what was paid of late",
    matches: /^账单列表 (keyword|status|direction|paid_from|owner_id)=/,
    most: 5.6,
    reason: "lines are found deal by deal; all that was paid of late is put in order",
  },
  {
    name: "对账单 · what ended or was paid long ago",
    matches: /^对账单列表 (view=\S+ )?(paid_to|period_to)=/,
    most: 1.9,
    reason: "two indexes have it, and the planner walks that of the newest, 7 ms",
  },
  {
    name: "通知发送明细 · a keyword",
    matches: /^通知发送明细 keyword=/,
    most: 2.5,
    reason: "whom the word names is asked of people and agents first",
  },
  {
    name: "房源（公开） · what many have",
    matches: /^(房源列表（公开） (layout|tag|keyword|completion_min|completion_max|sale_status|yield_min)=|相似房源)/,
    most: 9,
    reason: "its hits are read once, counted and put in the order that staff gave, 40–120 ms; answers are kept",
  },
  {
    name: "需求 · a purpose of one's own",
    matches: /^需求列表 purpose=/,
    most: 1.5,
    reason: "as many have it, and whose the customer is is known of each",
  },
  {
    name: "需求 · a customer's name, an order",
    matches: /^需求列表 (keyword|sort)=/,
    most: 9,
    reason: "as many customers have the name; the newest are others'",
  },
];

export const classOf = (what: string): AllowedClass | undefined =>
  allowedClasses.find(({ matches }) => matches.test(what));

/** Whether a request that reads so many times what is allowed is well all the same. */
export const isAllowed = (what: string, ratio: number): boolean => ratio <= (classOf(what)?.most ?? 1);

/** Categories of the demo's news with those below them, by name and address. */
export const categoryTree = [
  {
    name: "市场动态",
    slug: "market",
    below: [
      ["新盘速递", "new-launch"],
      ["价格走势", "price"],
    ],
  },
  {
    name: "购房指南",
    slug: "guide",
    below: [
      ["流程与税费", "process-tax"],
      ["贷款与汇率", "loan-fx"],
    ],
  },
  {
    name: "区域观察",
    slug: "area",
    below: [
      ["东京", "tokyo"],
      ["大阪", "osaka"],
    ],
  },
  { name: "政策解读", slug: "policy", below: [["签证与移居", "visa"]] },
] as const;

/** Tags with their colours. */
export const tagWords = [
  ["湾岸", "wan-an", "blue"],
  ["塔楼", "tower", "cyan"],
  ["首次置业", "first-home", "green"],
  ["投资回报", "yield", "orange"],
  ["学区", "school", "teal"],
  ["地铁沿线", "metro", "grape"],
  ["税费", "tax", "red"],
  ["贷款", "loan", "yellow"],
  ["汇率", "fx", "pink"],
  ["经营管理签证", "business-visa", "gray"],
  ["再开发", "renewal", "blue"],
  ["租赁", "rental", "green"],
] as const;

const places = ["东京湾岸", "品川", "涩谷", "大阪梅田", "难波", "京都", "福冈天神", "曼谷", "迪拜", "吉隆坡"] as const;

/** What an article may be about, by the address of its category: title and the first sentence, `{p}` is the place. */
const subjects: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "new-launch": [
    ["{p}本季新盘一览：六个项目的交房与户型", "{p}本季有六个项目进入销售，从一居到三居都有供应。"],
    ["{p}新盘开放样板间，首批房源本月登记", "{p}的一处新盘本月开放样板间，登记顺序决定选房次序。"],
  ],
  price: [
    ["{p}新盘单价连续四季上行，涨幅正在收窄", "{p}新盘的平均单价连续四个季度上行，最近一季的涨幅有所收窄。"],
    ["看懂{p}的价格：楼层、朝向与车站距离各值多少", "在{p}，同一栋楼里的价差往往超过两成。"],
  ],
  "process-tax": [
    ["在{p}买新房要走几步：从登记到交房的时间表", "从第一次登记到拿到钥匙，在{p}通常需要几个月到两年。"],
    ["{p}置业的税费清单：签约前后各要准备多少", "除了房款，在{p}购房还要为税费和登记留出预算。"],
  ],
  "loan-fx": [
    ["海外买家在{p}能贷多少：三种常见方案的比较", "海外买家在{p}的贷款成数因银行和收入来源而不同。"],
    ["汇率波动时怎样安排{p}的付款节奏", "付款分几期，汇率就要看几次。"],
  ],
  tokyo: [
    ["{p}再开发进度：站前新街区何时成形", "{p}的再开发已进入第二期，站前的人流动线会随之改变。"],
    ["住在{p}：通勤、买菜与周末", "选区域时，除了价格还要看每天怎么过。"],
  ],
  osaka: [
    ["{p}周边的居住环境：从车站走出去十分钟", "从{p}的车站步行十分钟，可以看到三种不同的街区。"],
    ["{p}的租赁需求从哪里来", "租客的构成决定了一套房空置多久。"],
  ],
  visa: [
    ["经营管理签证与置业：{p}买家常问的八个问题", "买房本身不带来签证，但两件事常常一起准备。"],
    ["移居{p}前要准备的材料和时间", "材料准备得早，后面每一步都会轻松一些。"],
  ],
};

const paragraphs = [
  "从已公布的资料看，供应主要集中在车站步行十分钟以内的地块，低层部分多为商业和托幼设施，高层部分为住宅。",
  "对自住的家庭来说，最先要确认的是通勤时间和学校，再看朝向和收纳；对出租的业主来说，租客的构成和管理费更值得细算。",
  "同一项目不同楼层的单价差异，通常由视野、噪声和日照决定，中间楼层的性价比往往更高。",
  "付款一般分为定金、首付和尾款三个阶段，每个阶段的期限写在合同里，逾期会产生违约金，签约前应逐条确认。",
  "管理费和修缮基金按面积逐月收取，入住前十年较低，之后会阶段性上调，做长期预算时应把它算进去。",
  "如果打算出租，建议提前了解周边同户型的成交租金，而不是挂牌租金，两者之间常有一成左右的差距。",
  "海外买家需要准备身份证明、住址证明和资金来源说明，部分文件要经过公证，办理时间以各地要求为准。",
  "交房前会有一次验房，发现的问题由施工方限期整改，建议带上户型图逐间核对。",
] as const;

export const writers = ["市场研究组", "海外置业部", "资讯编辑部", "日本事业部"] as const;

interface Chance {
  whole(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
}

/** One article's words; the number makes titles of the same subject differ. */
export function articleWords(random: Chance, category: string, number: number) {
  const place = random.pick(places);
  const [subject, opening] = random.pick(subjects[category] ?? subjects.price ?? []);
  const put = (text: string) => text.replaceAll("{p}", place);
  const body = random.shuffle(paragraphs).slice(0, random.whole(4, 6));
  return {
    title: `${put(subject)}（${number}）`,
    summary: `${put(opening)}${body[0] ?? ""}`.slice(0, 120),
    opening: put(opening),
    place,
    body,
  };
}

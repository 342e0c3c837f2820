import { sql } from "drizzle-orm";
import { searchKey } from "~/contract/resource/search-word";
import { insertRows } from "~/server/database/insert-rows";
import { searchWord } from "~/server/database/tables/resource/search-word";
import { dayOf } from "~/server/lib/list";
import { day } from "../shared/calendar";
import { drawn, stamps } from "../shared/rows";
import type { Content } from "./items";

const wordsOf = (text: string) => text.split(" ");
const pairsOf = (text: string) =>
  wordsOf(text).map((pair) => {
    const [word = "", meaning = ""] = pair.split("=");
    return [word, meaning] as const;
  });

/** Places that people search for, in Latin letters, and as written here. */
const places = pairsOf(
  "toyosu=丰洲 ariake=有明 kachidoki=胜哄 minato=港区 roppongi=六本木 azabu=麻布 shibuya=涩谷 ebisu=惠比寿 meguro=目黑 shinjuku=新宿 ikebukuro=池袋 bunkyo=文京区 shinagawa=品川 yokohama=横滨 osaka=大阪 umeda=梅田 namba=难波 kyoto=京都 kobe=神户 nagoya=名古屋 fukuoka=福冈 sapporo=札幌 bangkok=曼谷 phuket=普吉 dubai=迪拜 kl=吉隆坡 penang=槟城 singapore=新加坡 tsukishima=月岛 shirokane=白金 nakameguro=中目黑 musashi-kosugi=武藏小杉 tennoji=天王寺 tenjin=天神",
);
const things = wordsOf("塔楼 学区 两房 投资 海景 精装");
/** Other words for the same, the present one behind. */
const otherWords = pairsOf(
  "高层公寓=塔楼 超高层=塔楼 タワーマンション=塔楼 一室一厅=1LDK 两室一厅=2LDK 三室一厅=3LDK 学校附近=学区 近学校=学区 看海=海景 海边=海景 收租=投资 回报率=投资 装修好=精装 拎包入住=精装 房贷=贷款 按揭=贷款 税=税费 买房流程=购房流程 怎么买=购房流程 签证=经营管理签证 移民=经营管理签证 期房=新房 新盘=新房 房子=新房 公寓=新房 托管=租赁管理 代管=租赁管理 物业费=管理费 首付多少=首付 头期款=首付 首期=首付 税金=税费",
);
const defaultWords = wordsOf(
  "试试搜“丰洲” 车站步行5分钟 想住在哪一站？ 2027年交房 带租约的公寓 总价5000万日元以内 三房70平 高楼层朝南 今年能入住的新房 外国人贷款",
);
const blockedWords = wordsOf(
  "刷单 套现 代开发票 假证 包过签证 地下钱庄 代购 博彩 私单返现 翻墙 假离婚买房 避税换汇 小产权 众筹买房 传单群发 跑分 高利贷 替考 黑中介 走私 测试测试 啊啊啊 www 加微信 免费领房 外挂",
);
const missingWords = wordsOf("冲绳离岛 夏威夷 轻井泽别墅 凶宅 温泉民宿 巴厘岛 济州岛 二手房");

type Row = typeof searchWord.$inferInsert;

/** The 200 words of the site's search (domain G.2), and what was searched in two months. Runs after estates and user behaviours. */
export async function writeSearchWords({ begin }: Content): Promise<void> {
  const { tx, now, random, isFull, estates } = begin(20_261_170);
  const rows: (Row & { id: number })[] = [];
  const known = new Set<string>();
  const add = (type: Row["type"], most: number, words: readonly Pick<Row, "word" | "estate_id" | "synonym_of">[]) => {
    const room = rows.length + Math.round(isFull ? most : most / 10);
    for (const { word, estate_id = null, synonym_of = null } of words) {
      const key = searchKey(word) ?? "";
      if (known.has(key) || rows.length === room) continue;
      known.add(key);
      rows.push({
        ...{ id: rows.length + 1, word, key, type, weight: random.whole(1, 99) * 10, estate_id, synonym_of },
        ...{ target_type: estate_id ? "estate" : "none", status: random.chance(0.05) ? "disabled" : "enabled" },
        ...stamps(now - random.whole(20, 300) * day, null),
      });
    }
  };
  const named = (words: readonly string[]) => words.map((word) => ({ word }));
  add("hot", 100, [
    ...estates.slice(0, isFull ? 12 : 1).map(({ id, name }) => ({ word: name, estate_id: id })),
    ...named([...otherWords, ...places].map(([, word]) => word)),
    ...named(things.flatMap((thing) => places.map(([, place]) => `${place} ${thing}`))),
  ]);
  add("default", 10, named(defaultWords));
  const synonyms = [...otherWords, ...places].flatMap(([word, target]) => {
    const of = rows.find((row) => row.word === target);
    return of ? { word, synonym_of: of.id } : [];
  });
  add("synonym", 64, synonyms);
  add("block", 26, named(blockedWords));
  await insertRows(tx, searchWord, rows);
  const missing = missingWords.map((word) => searchKey(word) ?? "");
  const chance = (salt: number, of: number) =>
    drawn(sql`hashtext(word || platform)::bigint + ago * 1009 + ${salt}`, of);
  // What anonymous visitors searched for in two months.
  await tx.execute(sql`
    insert into search_daily (word, platform, date, count, no_result)
    select word, platform, ${dayOf(new Date(now))}::date - ago, count, case when is_missing then count else (${chance(1, 100)} < 4)::int end from (
      select *, floor(liking * ${chance(2, 1_000)} / 1000 * case platform when 'web' then 1 else 0.7 end + ${chance(3, 400)} / 1000.0)::int as count from (
        select key as word, case type when 'hot' then weight / 60.0 else 2 end as liking, false as is_missing from search_word where type in ('hot', 'synonym')
        union all select word, 6 / (1 + n / 5.0), true from jsonb_array_elements_text(${JSON.stringify(missing)}::jsonb) with ordinality t (word, n)) known
      cross join unnest(array['web', 'h5', 'mini_program']) platform cross join generate_series(0, 59) ago) searched where count > 0`);
  // Those of registered users, as the intake counts them.
  await tx.execute(sql`insert into search_daily as daily (word, platform, date, count)
    select lower(keyword), coalesce(platform, ''), (at at time zone 'Asia/Shanghai')::date, count(*)::int
    from user_behavior where type = 'search' and keyword is not null group by 1, 2, 3
    on conflict (word, platform, date) do update set count = daily.count + excluded.count`);
}

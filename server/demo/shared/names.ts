import { pinyin } from "pinyin-pro";
import type { Random } from "./random";

const surnames = [
  ..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文",
];

const givenNames =
  "子涵 雨桐 浩然 欣怡 梓轩 思远 佳宁 明哲 晓雯 嘉豪 诗琪 俊熙 雅婷 宇航 若曦 文博 静怡 志远 梦瑶 建国 秀英 国强 桂兰 海涛 丽娟 永强 玉梅 志刚 春燕 立新 晓东 红霞 振华 淑芬 卫东 凤英 少华 美玲 家伟 慧敏 泽宇 可馨 景行 语嫣 承志 安琪 启航 芷若 铭阳 书瑶 博文 语晨 逸飞 沐阳 云舒 天佑 心怡 睿渊 知夏 君浩 采薇 修远 紫萱 昊天 婉清 鹏程 依诺 致远 清妍 奕辰 映雪 星河 念慈 弘毅 乐瑶 正阳 冰洁 凯瑞 思涵 立诚 梓萌 煜城 佩珊 伟宸 雪晴 绍辉 宛如 宏图 怡然 晨曦 芳菲 国栋 巧玲 世杰 月华 兴邦 佳慧 德海 晓燕 文涛 惠珍 建平 秋菊 光明 素珍 汉文 玉兰 新民 翠萍 金生 彩霞 庆丰 爱华 友良 桂芝 长青 雅芝 宗翰 怀玉 学勤 若兰 子谦 婧怡 元白 梦洁 佑宁 舒窈 楷瑞 慕青 辰逸 静姝 允文 青岚 士诚 语桐 皓轩 可欣 彦博 韵涵 鸿煊 思琪 承泽 雨欣 修杰 诗涵 鑫磊 梓涵 伟泽 晓萌 俊驰 佳琪 烨霖 若彤 炫明 雅静 懿轩 梦琪 圣杰 忆柳 荣轩 问兰 雪松 半夏 智宸 初夏 正豪 乐怡 昊焱 惜文 明轩 香茹 健柏 月婵 修洁 嫦曦 黎昕 静香 远航 梦露 旭尧 凌薇 英杰 润莎 致恒 美莲 峻熙 雅琴 嘉懿 思颖 煜祺 瑞芳 伟祺 露洁 天翊 筠心 月明 嘉宝 文渊 惠兰 书渊".split(
    " ",
  );

/** People known to everyone: nobody in the demo data is called so. */
const famous = new Set([
  "王建国",
  "陈晓东",
  "张国强",
  "周国强",
  "李国强",
  "金星河",
  "邓立新",
  "李若彤",
  "杜海涛",
  "张世杰",
  "陈逸飞",
  "王振华",
  "张国栋",
]);

/** Full names, each given once: 100 surnames by 200 given names. */
export function nameSource(random: Random): () => string {
  const used = new Set<string>(famous);
  return () => {
    for (;;) {
      const name = random.pick(surnames) + random.pick(givenNames);
      if (used.has(name)) continue;
      used.add(name);
      return name;
    }
  };
}

/** A Chinese name in Latin letters, for addresses and accounts. */
export function latinOf(name: string): string {
  return pinyin(name, { toneType: "none", type: "array", surname: "head", v: true }).join("").toLowerCase();
}

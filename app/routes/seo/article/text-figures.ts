import type { Check } from "~/app/features/content/text-checks";
import { t } from "~/app/i18n/t";
import { letterCount } from "~/contract/content/rich-text";
import { densityLimit } from "~/contract/seo/density-limit";
import { type Inlink, linkWords } from "~/contract/seo/inlinks";
import { densityOf, timesIn } from "~/contract/seo/text-figures";

interface Written {
  html: string;
  words: readonly string[];
  title: string;
  desc: string;
}

/** The fewest letters of a published article (domain B.8). */
const fewest = 300;

export function keywordChecks({ html, words, title, desc }: Written): Check[] {
  const letters = letterCount(html);
  const length: Check =
    letters < fewest
      ? { label: t("正文{n}字，发布需要至少{fewest}字", { n: letters, fewest }), state: "weak" }
      : { label: t("正文{n}字", { n: letters }), state: "good" };
  const [first] = words;
  if (first === undefined) return [length, { label: t("未选择关键词"), state: "weak" }];
  const density = densityOf(html, words);
  const times = timesIn(html, words);
  const isIn = (text: string) => text.toLowerCase().includes(first.toLowerCase());
  return [
    length,
    density > densityLimit
      ? { label: t("关键词密度{density}%，超过{most}%像是堆砌", { density, most: densityLimit }), state: "weak" }
      : { label: t("关键词密度{density}%", { density }), state: density > 0 ? "good" : "weak" },
    ...words.map((word, at): Check => {
      const n = times[at] ?? 0;
      return { label: t("“{word}”出现{n}次", { word, n }), state: n ? "good" : "weak" };
    }),
    isIn(title)
      ? { label: t("标题含主关键词"), state: "good" }
      : { label: t("标题没有主关键词“{word}”", { word: first }), state: "weak" },
    isIn(desc)
      ? { label: t("摘要含主关键词"), state: "good" }
      : { label: t("摘要没有主关键词“{word}”", { word: first }), state: "plain" },
  ];
}

export function linkChecks(html: string, inlinks: readonly Inlink[]): Check[] {
  const { words } = linkWords(html, inlinks);
  if (words.length === 0) return [{ label: t("没有可自动链接的词"), state: "plain" }];
  const each = [...new Set(words)].map((word) => {
    const n = words.filter((one) => one === word).length;
    return n > 1 ? `${word} ×${n}` : word;
  });
  return [{ label: t("阅读时自动链接{n}处：{words}", { n: words.length, words: each.join("、") }), state: "good" }];
}

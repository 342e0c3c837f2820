import { textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { shownLetters } from "~/contract/content/page-fields";
import { mediaIn, richNodes } from "~/contract/content/rich-text";
import { isInside, linksIn } from "~/contract/seo/text-figures";

export interface Check {
  label: string;
  state: "good" | "weak" | "plain";
  act?: { label: string; run: () => void };
}

const countOf = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].length;
const picture = /<img\b[^>]*>/g;
const spoken = /\salt="[^"]+"/;

export function textChecks(html: string, host: string): Check[] {
  const pictures = [...html.matchAll(picture)].map(([tag]) => tag);
  const mute = pictures.filter((tag) => !spoken.test(tag)).length;
  const missing = countOf(html, new RegExp(`data-type="${richNodes.missing}"`, "g"));
  const links = linksIn(html);
  const inside = links.filter((href) => isInside(href, host)).length;
  const headings = countOf(html, /<h[2-4]\b/g);
  return [
    pictures.length === 0
      ? { label: t("正文没有图片"), state: "plain" }
      : mute
        ? { label: t("{n} 张图片缺少说明", { n: mute }), state: "weak" }
        : { label: t("{n} 张图片都有说明", { n: pictures.length }), state: "good" },
    ...(missing ? [{ label: t("{n} 张图片待重新上传", { n: missing }), state: "weak" as const }] : []),
    headings ? { label: t("{n} 个小标题", { n: headings }), state: "good" } : { label: t("没有小标题"), state: "weak" },
    links.length
      ? { label: t("{n} 个链接，其中站内 {inside} 个", { n: links.length, inside }), state: inside ? "good" : "plain" }
      : { label: t("没有链接，可链接到相关房源或文章"), state: "weak" },
  ];
}

export function coverCheck(label: string, cover: unknown, html: string, take: (picture: number) => void): Check {
  if (typeof cover === "number") return { label: t("已有{label}", { label }), state: "good" };
  const [first] = mediaIn(html);
  const act = first !== undefined && { act: { label: t("用正文第一张图"), run: () => take(first) } };
  return { label: t("缺少{label}，发布前须上传", { label }), state: "weak", ...act };
}

export function resultOf(values: FormValues, { desc, text }: { desc: string; text: string | readonly string[] }) {
  const title = textOf(values.seo_title) || textOf(values.title);
  const about = textOf(values.seo_desc) || textOf(values[desc]);
  return {
    title,
    about,
    text: [text]
      .flat()
      .map((name) => textOf(values[name]))
      .join(""),
  };
}

const lengthCheck = (label: string, length: number, most: number): Check => {
  if (length === 0) return { label: t("{label}未填写", { label }), state: "weak" };
  return length > most
    ? { label: t("{label}{length}字，搜索结果约显示前{most}字", { label, length, most }), state: "weak" }
    : { label: t("{label}{length}字", { label, length }), state: "good" };
};

export const resultChecks = ({ title, about }: { title: string; about: string }): Check[] => [
  lengthCheck(t("标题"), [...title].length, shownLetters.title),
  lengthCheck(t("描述"), [...about].length, shownLetters.desc),
];

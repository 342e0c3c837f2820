import { pinyin } from "pinyin-pro";

/** Dots between the parts of a name, and those that people type for them. */
const dots = /[·•‧∙⋅・]/g;
/** A blank inside a name of Han or kana: 张 三. */
const innerBlank =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[^\S\n]+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

/** A text as it is searched: what readers do not see makes no difference (domain 0, Lists). The one fold: of what is stored, and of what is asked for. */
export const foldText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(dots, ".")
    .replace(innerBlank, "")
    .replace(/[^\S\n]+/g, " ")
    .trim();

/** Longer names are companies', in which nothing is read as a surname. */
const longestPerson = 4;

/** What a name is sorted by: its pinyin, syllable by syllable, then the name itself; of other scripts their letters. */
export function pinyinKey(name: string): string {
  const text = foldText(name);
  const surname = [...text].length <= longestPerson ? "head" : "off";
  const parts = pinyin(text, { toneType: "none", type: "array", v: true, nonZh: "consecutive", surname });
  // A tab sorts before any continuation of a longer name.
  return `${parts.map((part) => part.trim()).join(" ")}\t${text}`;
}

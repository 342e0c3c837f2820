import { customPinyin, pinyin } from "pinyin-pro";
import { searchLines } from "./plain-text";

/** Readings that hold in the names of places alone; the package has those of better known ones. */
const readings: Readonly<Record<string, string>> = {
  都: "dū",
  单县: "shàn xiàn",
  洪洞: "hóng tóng",
  乐清: "yuè qīng",
  乐亭: "lào tíng",
  涡阳: "guō yáng",
  尉犁: "yù lí",
  蔚县: "yù xiàn",
  浚县: "xùn xiàn",
  歙县: "shè xiàn",
  泌阳: "bì yáng",
  会稽: "kuài jī",
  繁峙: "fán shì",
  什邡: "shí fāng",
  大埔: "dà bù",
  筠连: "jūn lián",
  黄陂: "huáng pí",
  调布: "diào bù",
};

customPinyin({ ...readings });

/** Letters A–Z of a Chinese name, one syllable each; other letters stay. Loaded with its dictionary where names are written: a start needs neither. */
const syllables = (name: string): string[] => pinyin(name, { toneType: "none", v: true, type: "array" });

interface PlaceNames {
  code: string;
  name_zh: string;
  name_local: string | null;
  name_en: string | null;
  alias: readonly string[];
}

/** What is derived from a place's names: the letter that it is sorted under, and the text that a keyword searches, a line each. */
export function derivedNames({ code, name_zh, name_local, name_en, alias }: PlaceNames) {
  const parts = syllables(name_zh);
  const letter = (parts[0] ?? "").charAt(0).toUpperCase();
  const initials = parts.map((part) => part.charAt(0)).join("");
  const lines = [name_zh, name_local, name_en, ...alias, code, initials, parts.join("")];
  return {
    initial: /[A-Z]/.test(letter) ? letter : null,
    search_text: searchLines(lines.flatMap((line) => line || [])),
  };
}

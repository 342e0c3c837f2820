import { simplifiedOf } from "~/server/database/baseline/japan";

/** Words for a building as such, as `plain` writes them; the longer ones first. They tell no two buildings apart. */
const generic = [
  "アパートメント",
  "レジデンシャル",
  "condominium",
  "レジデンス",
  "apartments",
  "residences",
  "マンション",
  "apartment",
  "residence",
  "building",
  "mansion",
  "コート",
  "タワー",
  "towers",
  "ビル(?![ァ-ヶー])",
  "condo",
  "tower",
  "公寓",
  "公馆",
  "大厦",
  "大楼",
  "塔楼",
  "大廈",
  "大樓",
  "塔樓",
];
const genericTerms = new RegExp(generic.join("|"), "gu");

const accents = /[\u0300-\u036f]/gu;
const hiragana = /[\u3041-\u3096]/gu;
const notRead = /[^\p{L}\p{M}\p{N}]/gu;

/** A name as it is compared: width, case, accents, spaces, punctuation and scripts set aside; a name of signs alone keeps them. */
export function plain(name: string): string {
  const folded = name
    .normalize("NFKD")
    .replace(accents, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(hiragana, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60));
  return simplifiedOf(folded).replace(notRead, "") || folded.replace(/\s/gu, "");
}

/** The distinctive part of a building's name: without the words for any building. */
export const coreOf = (name: string): string => readName(name).core;

function readName(name: string): { whole: string; core: string } {
  const whole = plain(name);
  const core = whole.replace(genericTerms, "");
  return { whole, core: core.length > 1 ? core : whole };
}

/** All names of a building or an estate. */
export const namesOf = (named: {
  name: string;
  name_local: string | null;
  name_en: string | null;
  alias: readonly string[];
}): string[] => [named.name, named.name_local, named.name_en, ...named.alias].flatMap((one) => one || []);

const digits = "一二三四五六七八九";
const blockNumber = new RegExp(`[${digits}十]+(?=丁目)`, "gu");

/** An address as it is compared: as a name is, but the numbers in it stay apart, however one writes 3丁目2番1号. */
export function plainAddress(address: string): string {
  return address
    .normalize("NFKC")
    .replace(blockNumber, (written) => String(numberOf(written)))
    .replace(/(?<=\d)\s*(?:丁目|番地の?|番|号|號|[-‐‑–—−ー])\s*/gu, "-")
    .split(/(?<=\d)-+/u)
    .map((part) => part && plain(part))
    .filter(Boolean)
    .join("-");
}

function numberOf(written: string): number {
  const [tens = "", ones = ""] = written.includes("十") ? written.split("十") : ["", written];
  const digitOf = (sign: string) => digits.indexOf(sign) + 1;
  return (written.includes("十") ? (tens ? digitOf(tens) : 1) * 10 : 0) + (ones ? digitOf(ones) : 0);
}

/** How similar two names are as `coreOf` gives them, 0–1: twice the pairs of neighbours that both have, of all pairs (Dice). */
export function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const pairs = pairsOf(one);
  const others = pairsOf(other);
  const left = new Map<string, number>();
  for (const pair of pairs) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of others) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    shared++;
  }
  const all = pairs.length + others.length;
  return all === 0 ? 0 : (2 * shared) / all;
}

/** How much the general words in names count, compared with the distinctive ones. */
const generalShare = 0.25;

/** The similarity of the closest pair of wanted and other names, 0–1: 1 only for the same name, less with another general word. */
export function likenessTo(wanted: readonly string[]): (names: readonly string[]) => number {
  const read = wanted.map(readName);
  const of = (one: { whole: string; core: string }, other: { whole: string; core: string }) =>
    likeness(one.core, other.core) * (1 - generalShare) + likeness(one.whole, other.whole) * generalShare;
  return (names) => Math.max(0, ...names.map(readName).flatMap((other) => read.map((one) => of(one, other))));
}

function pairsOf(text: string): string[] {
  const letters = [...text];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

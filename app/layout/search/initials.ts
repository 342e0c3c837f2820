/** The first character of each letter in pinyin order, to find a character's own letter. */
const letters = "abcdefghjklmnopqrstwxyz";
const firsts = [..."阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨它穵夕丫帀"];
const order = new Intl.Collator("zh-CN-u-co-pinyin");

/** Pinyin initials (新增客户: xzkh), by the browser's Chinese sort order: a pinyin dictionary is 140 KB. Other characters stay. */
export const initialsOf = (text: string): string =>
  [...text.toLowerCase()].map((one) => (/\p{Script=Han}/u.test(one) ? initialOf(one) : one)).join("");

function initialOf(character: string): string {
  const index = firsts.findLastIndex((first) => order.compare(first, character) <= 0);
  return letters[index] ?? "";
}

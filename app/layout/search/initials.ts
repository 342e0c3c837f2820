/** The first of each letter in the order of pinyin, by which a character's own is found. */
const letters = "abcdefghjklmnopqrstwxyz";
const firsts = [..."阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨它穵夕丫帀"];
const order = new Intl.Collator("zh-CN-u-co-pinyin");

/** The initials of a text's pinyin (新增客户: xzkh), by the order in which the browser puts Chinese: a dictionary of pinyin weighs 140 KB. What is not Chinese stays. */
export const initialsOf = (text: string): string =>
  [...text.toLowerCase()].map((one) => (/\p{Script=Han}/u.test(one) ? initialOf(one) : one)).join("");

function initialOf(character: string): string {
  const index = firsts.findLastIndex((first) => order.compare(first, character) <= 0);
  return letters[index] ?? "";
}

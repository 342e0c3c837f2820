/** Room for a number behind it within the eighty letters of an address. */
const longest = 72;

const isJapanese = (name: string) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name);

/** A name in letters and digits of the alphabet, as an address has it; Chinese by its pinyin. Of a Japanese one what is Latin: its characters are not read so. */
export async function lettersOf(name: string): Promise<string> {
  const plain = name.normalize("NFKC");
  const { pinyin } = await import("pinyin-pro");
  const read = isJapanese(plain)
    ? plain
    : pinyin(plain, { toneType: "none", type: "array", v: true, nonZh: "consecutive" }).join("-");
  const letters = read
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return letters.length > longest ? cutAtWord(letters) : letters;
}

function cutAtWord(letters: string): string {
  const end = letters.lastIndexOf("-", longest);
  return letters.slice(0, end > 0 ? end : longest);
}

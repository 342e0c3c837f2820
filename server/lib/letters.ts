/** Room for a number behind it within the eighty letters of an address. */
const longest = 72;

/** A name in letters and digits of the alphabet, as an address has it; Chinese by its pinyin. */
export async function lettersOf(name: string): Promise<string> {
  const { pinyin } = await import("pinyin-pro");
  return pinyin(name.normalize("NFKC"), { toneType: "none", type: "array", v: true, nonZh: "consecutive" })
    .join("-")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "");
}

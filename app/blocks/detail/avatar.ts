/** A person's colour: pale ground, dark letters (reversed in the dark scheme), contrast at least 4.5. None is the red for overdue. */
export const tints = [
  ["#dce8f7", "#234f85"],
  ["#d8ede7", "#1f5a4f"],
  ["#e4ecd3", "#47611f"],
  ["#f3e6cb", "#6b4d12"],
  ["#f6ded1", "#7d3f20"],
  ["#f1dce6", "#743656"],
  ["#e5dff3", "#543f80"],
  ["#dfe5ec", "#3f5068"],
] as const;

export function initialsOf(name: string, most: 1 | 2 = 2): string {
  const words = name.trim().split(/\s+/);
  const signs = [...words.join("")];
  if (/\p{Script=Han}/u.test(name)) return signs.slice(-most).join("");
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return [first, last]
    .map((word) => [...word].slice(0, 1).join(""))
    .join("")
    .slice(0, most)
    .toUpperCase();
}

export function tintOf(name: string): (typeof tints)[number] {
  let mixed = 2_166_136_261;
  for (const sign of name) mixed = Math.imul(mixed ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return tints[((mixed ^ (mixed >>> 15)) >>> 0) % tints.length] ?? tints[0];
}

/** Grounds of avatars, each with a contrast of at least 5 to its white letters; none is the red of what is late. */
export const grounds = ["#2f5f93", "#2b6b60", "#4d6a2d", "#7a5a1c", "#8a4a2e", "#7c4160", "#64508a", "#4a5c74"] as const;

/** What stands for a person: the last two characters of a Chinese name, of others the first letters of the first and the last word; one where there is room for no more. */
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

/** The same person has the same colour everywhere. */
export function groundOf(name: string): string {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521;
  return grounds[sum % grounds.length] ?? grounds[0];
}

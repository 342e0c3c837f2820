import type { SheetField } from "./columns";

/** Address books of other programs keep names in two columns. */
export type NamePart = "family_name" | "given_name";
export const nameParts: readonly SheetField<NamePart>[] = [
  { name: "family_name", label: "姓", takes: "text" },
  { name: "given_name", label: "名", takes: "text" },
];

const isLetters = (text: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{M}\s.'’-]+$/u.test(text);

/** What a row says, its name made of the two parts where it says none: 王小明, but Anna Lee. */
export function fullName<N extends string>(
  said: readonly [name: N | NamePart, text: string][],
): [name: N | "name", text: string][] {
  const parts = new Map<string, string>(said);
  const [family = "", given = ""] = nameParts.map(({ name }) => parts.get(name));
  const others = said.filter((cell): cell is [N, string] => cell[0] !== "family_name" && cell[0] !== "given_name");
  if (parts.has("name") || !(family || given)) return others;
  const name = isLetters(family + given) ? `${given} ${family}`.trim() : family + given;
  return [["name", name], ...others];
}

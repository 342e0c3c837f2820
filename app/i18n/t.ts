import { catalogues } from "./catalogues";

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Values<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Record<Placeholders<Text>, string | number>];

let catalogue: Readonly<Record<string, string>> = {};

export function setLanguage(language: string): void {
  catalogue = catalogues[language] ?? {};
}

/** A text in the reader's language: the Chinese is the source and the key, `{name}` is filled in. */
export function t<const Text extends string>(text: Text, ...[values]: Values<Text>): string {
  const translated = catalogue[text] ?? text;
  if (!values) return translated;
  return translated.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = (values as Record<string, string | number>)[name];
    return value === undefined ? whole : String(value);
  });
}

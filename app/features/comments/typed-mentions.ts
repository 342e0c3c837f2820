import type { Ref } from "~/contract/common";
import { mentionOf, partsOf } from "~/contract/shared/comment";

/** The people in a text during typing, by the word after the `@`. */
export type Typed = ReadonlyMap<string, number>;

export function toTyped(content: string, mentions: readonly Ref[]): { text: string; people: Typed } {
  const names = new Map(mentions.map(({ id, name }) => [id, name]));
  const wordOf = (id: number) => names.get(id) ?? String(id);
  const pieces = partsOf(content);
  const ids = pieces.filter((piece) => typeof piece === "number");
  return {
    text: pieces.map((piece) => (typeof piece === "string" ? piece : `@${wordOf(piece)}`)).join(""),
    people: new Map(ids.map((id) => [wordOf(id), id])),
  };
}

/** The text in its stored form: the longest names first, since they may contain shorter ones. */
export function toContent(text: string, people: Typed): string {
  const words = [...people].sort(([one], [other]) => other.length - one.length);
  return words.reduce((content, [word, id]) => content.replaceAll(`@${word}`, mentionOf(id)), text);
}

export const askedAt = (text: string, caret: number): string | undefined =>
  /(?:^|[^A-Za-z0-9._%+-])@([^\s@]{0,20})$/.exec(text.slice(0, caret))?.[1];

export function withPerson(text: string, caret: number, word: string): { text: string; caret: number } {
  const before = text.slice(0, caret).replace(/@[^\s@]{0,20}$/, "");
  const put = `${before}@${word} `;
  return { text: put + text.slice(caret).replace(/^ /, ""), caret: put.length };
}

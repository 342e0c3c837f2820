import type { Ref } from "~/contract/common";
import { mentionOf, piecesOf } from "~/contract/shared/comment";

/** Who stands in a text that is being typed, by the word after the `@`. */
export type Typed = ReadonlyMap<string, number>;

/** A text as it is typed, of one as it is stored. */
export function toTyped(content: string, mentions: readonly Ref[]): { text: string; people: Typed } {
  const names = new Map(mentions.map(({ id, name }) => [id, name]));
  const wordOf = (id: number) => names.get(id) ?? String(id);
  const pieces = piecesOf(content);
  const ids = pieces.filter((piece) => typeof piece === "number");
  return {
    text: pieces.map((piece) => (typeof piece === "string" ? piece : `@${wordOf(piece)}`)).join(""),
    people: new Map(ids.map((id) => [wordOf(id), id])),
  };
}

/** The text as it is stored: the longest names first, of which shorter ones may be a part. */
export function toContent(text: string, people: Typed): string {
  const words = [...people].sort(([one], [other]) => other.length - one.length);
  return words.reduce((content, [word, id]) => content.replaceAll(`@${word}`, mentionOf(id)), text);
}

/** What is being typed after an `@` before the caret; undefined where none is. The `@` of an address is none. */
export function askedAt(text: string, caret: number): string | undefined {
  return /(?:^|[^A-Za-z0-9._%+-])@([^\s@]{0,20})$/.exec(text.slice(0, caret))?.[1];
}

/** Puts somebody in the place of what was typed after the `@` before the caret. */
export function withPerson(text: string, caret: number, word: string): { text: string; caret: number } {
  const before = text.slice(0, caret).replace(/@[^\s@]{0,20}$/, "");
  const put = `${before}@${word} `;
  return { text: put + text.slice(caret).replace(/^ /, ""), caret: put.length };
}

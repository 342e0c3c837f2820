import { diffArrays, diffWordsWithSpace } from "diff";
import type { Difference, DifferenceBlock, DifferencePart } from "~/contract/content/publishing";
import { changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut } from "~/server/lib/dictionary";
import { blocksOf } from "~/server/lib/rich-text/words";
import type { Kind, Values } from "./kind";

const words = new Intl.Segmenter("zh", { granularity: "word" });

/** A text with so many blocks is compared by blocks alone: by words it would take too long to be worth it. */
const mostBlocks = 2_000;

/** How two versions differ, field by field, in words; rich text by blocks, and within a block by words. */
export async function differences(call: SignedCall, kind: Kind, before: Values, after: Values): Promise<Difference[]> {
  const dictionary = await lookUp(call, kind.fields, before, after);
  const [old, next] = [before, after].map((values) => {
    const said = spelledOut(dictionary, kind.fields, values);
    const pictures = [
      ...kind.pictures.map((name) => [
        name,
        [values[name] ?? []]
          .flat()
          .map((id) => `图片#${String(id)}`)
          .join("、") || null,
      ]),
      ...Object.keys(kind.files ?? {}).map((name) => [name, values[name] ? `文件#${String(values[name])}` : null]),
    ];
    return { ...said, ...Object.fromEntries(pictures) };
  });
  const [were, are] = [before, after].map((values) => kind.inner?.lines(values) ?? {});
  return changesOf(kind.fields, old ?? {}, next ?? {}).map((change) => {
    const [from, to] = [were?.[change.field], are?.[change.field]];
    if (from && to) return { ...change, before: null, after: null, blocks: blockDifferences(from, to) };
    if (!kind.rich.includes(change.field)) return { ...change, blocks: null };
    const [old, next] = [before, after].map((values) => blocksOf(values[change.field]));
    return { ...change, before: null, after: null, blocks: blockDifferences(old ?? [], next ?? []) };
  });
}

function blockDifferences(before: readonly string[], after: readonly string[]): DifferenceBlock[] {
  const blocks: DifferenceBlock[] = [];
  const isLong = before.length + after.length > mostBlocks;
  let removed: string[] = [];
  const flush = (added: readonly string[]) => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [old, next] = [removed[at], added[at]];
      blocks.push(old !== undefined && next !== undefined ? changedBlock(old, next, isLong) : oneSided(old, next));
    }
    removed = [];
  };
  for (const part of diffArrays([...before], [...after])) {
    if (part.removed) removed = part.value;
    else {
      flush(part.added ? part.value : []);
      if (!part.added) blocks.push(...part.value.map(sameBlock));
    }
  }
  flush([]);
  return blocks;
}

const plain = (text: string, is_marked = false): DifferencePart[] => [{ text, is_marked }];

const sameBlock = (text: string): DifferenceBlock => ({ kind: "same", before: plain(text), after: plain(text) });

const oneSided = (before: string | undefined, after: string | undefined): DifferenceBlock =>
  before === undefined
    ? { kind: "added", before: null, after: plain(after ?? "", true) }
    : { kind: "removed", before: plain(before, true), after: null };

function changedBlock(before: string, after: string, isLong: boolean): DifferenceBlock {
  if (isLong) return { kind: "changed", before: plain(before, true), after: plain(after, true) };
  const parts = diffWordsWithSpace(before, after, { intlSegmenter: words });
  const side = (own: "added" | "removed", other: "added" | "removed") =>
    parts.filter((part) => !part[other]).map((part) => ({ text: part.value, is_marked: Boolean(part[own]) }));
  return { kind: "changed", before: side("removed", "added"), after: side("added", "removed") };
}

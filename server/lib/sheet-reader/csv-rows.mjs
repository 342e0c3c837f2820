import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { cellText, rowFilter, SheetError } from "./sheet-error.mjs";

/** @typedef {import("./sheet-error.mjs").SheetPart} SheetPart */
/** @typedef {import("./sheet-error.mjs").SheetLimits} SheetLimits */

const chunkRows = 500;
const longestRecord = 1_000_000;

/**
 * The rows of a csv, whatever it is written in: UTF-8, UTF-16 with its mark, or GB18030, which Chinese Excel writes.
 * @param {string} file
 * @param {SheetLimits} limits
 * @returns {AsyncGenerator<SheetPart>}
 */
export async function* csvRows(file, limits) {
  const { size } = await stat(file);
  const encoding = await encodingOf(file);
  const progress = { read: 0 };
  const text = decoded(file, encoding, progress);
  const first = await text.next();
  const head = first.value ?? "";
  const parser = parse({
    delimiter: delimiterOf(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: longestRecord,
  });
  const source = Readable.from(
    (async function* () {
      yield head;
      yield* text;
    })(),
  );
  pipeline(source, parser, () => undefined);
  const isWanted = rowFilter(limits);
  /** @type {SheetPart["rows"]} */
  let rows = [];
  let number = 0;
  try {
    for await (const record of parser) {
      const row = { number: ++number, cells: /** @type {string[]} */ (record).map(cellText) };
      if (isWanted(row)) rows.push(row);
      if (rows.length < chunkRows) continue;
      yield { rows, fraction: Math.min(1, progress.read / size) };
      rows = [];
    }
  } catch (error) {
    if (error instanceof CsvError) throw new SheetError(`第${number + 1}行的格式不正确，请检查引号`);
    throw error;
  }
  yield { rows, fraction: 1 };
}

/**
 * Its byte order mark, else UTF-8 where every byte fits, else GB18030.
 * @param {string} file
 */
async function encodingOf(file) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  try {
    for await (const bytes of createReadStream(file)) {
      if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
      if (isFirst && bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
      if (bytes.includes(0)) throw new SheetError("文件不是csv文本");
      isFirst = false;
      decoder.decode(bytes, { stream: true });
    }
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "gb18030";
    throw error;
  }
}

/**
 * @param {string} file
 * @param {string} encoding
 * @param {{ read: number }} progress
 */
async function* decoded(file, encoding, progress) {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(file)) {
    progress.read += bytes.length;
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

/**
 * Excel writes what the computer's language wants: comma, semicolon or tab.
 * @param {string} head
 */
function delimiterOf(head) {
  const [line = ""] = head.split(/\r?\n/, 1);
  const count = (/** @type {string} */ mark) => line.split(mark).length;
  return [",", "\t", ";"].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ",");
}

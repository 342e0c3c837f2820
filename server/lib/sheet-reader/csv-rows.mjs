import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { readCell, rowFilter, rowOf, SheetError } from "./sheet-error.mjs";

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
  const { head, delimiter } = beginningOf(first.value ?? "");
  const parser = parse({
    delimiter,
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
      const cells = /** @type {string[]} */ (record).map((cell) => readCell(unwrapped(cell)));
      const row = rowOf(++number, cells);
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
 * Some programs write `="0123"`, so that a spreadsheet does not make it a number.
 * @param {string} cell
 */
const unwrapped = (cell) => cell.replace(/^\s*="([^"]*)"\s*$/, "$1");

const advice = "请用 Excel 或 WPS 打开，另存为“CSV UTF-8”或 xlsx 后再导入";
/** How much of a file that is not UTF-8 is examined. */
const looked = 64 * 1024;

/**
 * Its byte order mark, else UTF-8 where every byte fits, else GB18030. Others, and what is damaged, are refused by name: wrongly read they would come in as other words.
 * @param {string} file
 */
async function encodingOf(file) {
  const [utf8, gb] = [fits("utf-8"), fits("gb18030")];
  let head = Buffer.alloc(0);
  for await (const bytes of createReadStream(file)) {
    const isFirst = head.length === 0;
    if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
    if (isFirst && bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
    if (bytes.includes(0)) throw new SheetError(`文件中有不是文字的内容，${advice}`);
    if (head.length < looked) head = Buffer.concat([head, bytes]);
    utf8.add(bytes);
    gb.add(bytes);
  }
  if (utf8.isFine()) return "utf-8";
  const damaged = await damagedLine(file);
  if (damaged) throw new SheetError(`第${damaged}行有损坏的文字，请重新导出文件，或${advice.slice(1)}`);
  const other = otherEncoding(head.subarray(0, looked));
  if (other) throw new SheetError(`文件是${other}编码，不能识别，${advice}`);
  if (!gb.isFine()) throw new SheetError(`文件的文字编码无法识别，${advice}`);
  return "gb18030";
}

/**
 * Whether all that is added is well-formed in an encoding.
 * @param {string} encoding
 */
function fits(encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let isFine = true;
  /** @param {Uint8Array} [bytes] */
  const add = (bytes) => {
    try {
      if (isFine) decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      isFine = false;
    }
  };
  return {
    add,
    isFine() {
      add();
      return isFine;
    },
  };
}

/**
 * The line of a text in UTF-8 in which the first bytes are broken; undefined for what is another encoding altogether.
 * @param {string} file
 */
async function damagedLine(file) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let [broken, wide, line, isMarked] = [0, 0, 1, false];
  for await (const bytes of createReadStream(file)) {
    const text = decoder.decode(bytes, { stream: true });
    isMarked ||= wide === 0 && text.startsWith("\ufeff");
    if (broken === 0) line += (text.split("\ufffd", 1)[0] ?? "").split("\n").length - 1;
    broken += text.split("\ufffd").length - 1;
    wide += text.match(/[^\0-\x7f]/g)?.length ?? 0;
  }
  return isMarked || broken * 5 <= wide ? line : undefined;
}

/**
 * The name of the encoding of Taiwan or Japan that a text is written in: one that is well-formed in it, and in GB18030 would be mostly rare signs.
 * @param {Buffer} head
 */
function otherEncoding(head) {
  let pairs = 0;
  let usual = 0;
  for (let at = 0; at + 1 < head.length; at++) {
    const [lead = 0, trail = 0] = head.subarray(at, at + 2);
    if (lead < 0x80) continue;
    at++;
    pairs++;
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1) usual++;
  }
  if (usual >= pairs * 0.9) return undefined;
  // Where it was cut off, no sign is cut in two.
  const whole = head.length < looked ? head : head.subarray(0, head.lastIndexOf(0x0a) + 1);
  const isWell = (/** @type {string} */ encoding) => {
    const { add, isFine } = fits(encoding);
    add(whole);
    return isFine();
  };
  if (isWell("big5")) return "繁体中文（Big5）";
  if (!isWell("shift_jis")) return undefined;
  const text = new TextDecoder("shift_jis").decode(whole);
  const [narrow, wide] = [text.match(/[\uff61-\uff9f]/g)?.length ?? 0, text.match(/[^\0-\x7f]/g)?.length ?? 0];
  return narrow * 3 < wide ? "日文（Shift_JIS）" : undefined;
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
 * How its cells are parted: as a first line `sep=;` says, which is no row, else by comma, tab or semicolon, whichever the first lines have most of.
 * @param {string} text
 */
function beginningOf(text) {
  const [line = "", named] = /^\ufeff?"?sep=([^"\w\r\n])"?[,;\t]*(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  if (named !== undefined) return { head: text.slice(line.length), delimiter: named };
  const lines = text
    .slice(0, looked)
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n|\r|\n/, 20);
  const count = (/** @type {string} */ mark) => lines.join("").split(mark).length;
  return { head: text, delimiter: [",", "\t", ";"].reduce((best, mark) => (count(mark) > count(best) ? mark : best)) };
}

import { SaxesParser } from "saxes";
import { Open } from "unzipper";
import { cellText, rowFilter, SheetError } from "./sheet-error.mjs";

/** @typedef {import("./sheet-error.mjs").SheetPart} SheetPart */
/** @typedef {import("./sheet-error.mjs").SheetLimits} SheetLimits */
/** @typedef {import("unzipper").File} Entry */
/** @typedef {{ open?: (name: string, attributes: Record<string, string>) => void, text?: (text: string) => void, close?: (name: string) => void }} Handlers */

const chunkRows = 500;
const mostEntries = 1_000;
/** Characters of all shared texts together, which have to be in memory. */
const mostShared = 64 * 1024 * 1024;
const broken = "不是有效的xlsx文件";

/**
 * The rows of a workbook's first visible sheet. Read part by part: in memory are the shared texts and one chunk of rows.
 * @param {string} file
 * @param {SheetLimits} limits
 * @returns {AsyncGenerator<SheetPart>}
 */
export async function* xlsxRows(file, limits) {
  const book = await openBook(file, limits);
  const sheet = await sheetOf(book);
  const strings = await sharedStrings(book);
  const dates = await dateStyles(book);
  const isWanted = rowFilter(limits);
  /** @type {SheetPart["rows"]} */
  let rows = [];
  const size = Math.max(1, sheet.entry.uncompressedSize);
  const handlers = rowHandlers({ strings, dates, is1904: sheet.is1904, columns: limits.columns }, (row) => {
    if (isWanted(row)) rows.push(row);
  });
  for await (const read of book.parse(sheet.entry, handlers)) {
    if (rows.length < chunkRows) continue;
    yield { rows, fraction: Math.min(1, read / size) };
    rows = [];
  }
  yield { rows, fraction: 1 };
}

/**
 * The parts of the zip, each of which can be parsed; what is unpacked is counted, whatever the zip says of its sizes.
 * @param {string} file
 * @param {SheetLimits} limits
 */
async function openBook(file, limits) {
  const zip = await Open.file(file).catch(() => {
    throw new SheetError(broken);
  });
  if (zip.files.length > mostEntries) throw new SheetError(broken);
  if (zip.files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > limits.bytes) throw tooLarge();
  const entries = new Map(zip.files.map((entry) => [entry.path.replace(/^\//, ""), entry]));
  let unpacked = 0;

  /**
   * @param {Entry} entry
   * @param {Handlers} handlers
   * @returns {AsyncGenerator<number>} Bytes read so far, after each piece.
   */
  async function* parse(entry, handlers) {
    const parser = new SaxesParser();
    parser.on("error", () => {
      throw new SheetError(broken);
    });
    parser.on("doctype", () => {
      throw new SheetError(broken);
    });
    parser.on("opentag", ({ name, attributes }) => handlers.open?.(localName(name), attributes));
    parser.on("text", (text) => handlers.text?.(text));
    parser.on("closetag", ({ name }) => handlers.close?.(localName(name)));
    const decoder = new TextDecoder();
    let read = 0;
    try {
      for await (const bytes of entry.stream()) {
        read += bytes.length;
        unpacked += bytes.length;
        if (unpacked > limits.bytes) throw tooLarge();
        parser.write(decoder.decode(bytes, { stream: true }));
        yield read;
      }
      parser.write(decoder.decode()).close();
    } catch (error) {
      // What zlib, the unpacker or the parser stumble over is the file's fault.
      throw error instanceof SheetError ? error : new SheetError(broken);
    }
  }

  return {
    parse,
    /** @param {string} path */
    entry: (path) => entries.get(path),
    /**
     * A part as a whole, where there is one.
     * @param {string} path
     * @param {Handlers} handlers
     */
    async parseAll(path, handlers) {
      const entry = entries.get(path);
      if (entry) for await (const _ of parse(entry, handlers));
    },
  };
}
/** @typedef {Awaited<ReturnType<typeof openBook>>} Book */

const tooLarge = () => new SheetError("文件解压后过大，请拆分后再导入");
/** @param {string} name */
const localName = (name) => name.slice(name.indexOf(":") + 1);

/**
 * The first sheet that is not hidden, and from which year its days are counted.
 * @param {Book} book
 */
async function sheetOf(book) {
  let is1904 = false;
  /** @type {string | undefined} */
  let relation;
  await book.parseAll("xl/workbook.xml", {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (name !== "sheet" || relation !== undefined || /hidden/i.test(attributes.state ?? "")) return;
      relation = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
    },
  });
  let target = "";
  await book.parseAll("xl/_rels/workbook.xml.rels", {
    open(name, { Id, Target }) {
      if (name === "Relationship" && Id === relation && Target) target = Target;
    },
  });
  const entry = book.entry(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  if (!entry) throw new SheetError(broken);
  return { entry, is1904 };
}

/** @param {Book} book */
async function sharedStrings(book) {
  /** @type {string[]} */
  const strings = [];
  let size = 0;
  let text = "";
  let isText = false;
  let isPhonetic = false;
  await book.parseAll("xl/sharedStrings.xml", {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    text(part) {
      if (isText) text += part;
    },
    close(name) {
      isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name !== "si") return;
      size += text.length;
      if (size > mostShared) throw tooLarge();
      strings.push(text);
    },
  });
  return strings;
}

/** Formats that every spreadsheet program knows by number. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/**
 * Which cell styles show their number as a date.
 * @param {Book} book
 */
async function dateStyles(book) {
  /** @type {Set<number>} */
  const formats = new Set();
  /** @type {boolean[]} */
  const styles = [];
  let isCell = false;
  await book.parseAll("xl/styles.xml", {
    open(name, { numFmtId, formatCode = "" }) {
      const shown = formatCode.replace(/"[^"]*"|\[[^\]]*\]|\\./g, "");
      if (name === "numFmt" && /[ymdhs]/i.test(shown) && !/general/i.test(shown)) formats.add(Number(numFmtId));
      if (name === "cellXfs") isCell = true;
      const id = Number(numFmtId);
      if (name === "xf" && isCell)
        styles.push(formats.has(id) || builtInDates.some(([from = 0, to = 0]) => id >= from && id <= to));
    },
    close(name) {
      if (name === "cellXfs") isCell = false;
    },
  });
  return styles;
}

/**
 * @param {{ strings: string[], dates: boolean[], is1904: boolean, columns: number }} book
 * @param {(row: import("./sheet-error.mjs").SheetRow) => void} take
 * @returns {Handlers}
 */
function rowHandlers({ strings, dates, is1904, columns }, take) {
  let number = 0;
  let column = 0;
  let type = "";
  let style = 0;
  let value = "";
  let isValue = false;
  let isPhonetic = false;
  /** @type {string[]} */
  let cells = [];

  function read() {
    if (type === "s") return strings[Number(value)] ?? "";
    if (type === "b") return value === "1" ? "是" : "否";
    if (type !== "" && type !== "n") return value;
    if (value === "" || !Number.isFinite(Number(value))) return value;
    return dates[style] ? dateText(Number(value), is1904) : numberText(Number(value));
  }

  return {
    open(name, attributes) {
      if (name === "row") {
        number = Number(attributes.r) || number + 1;
        column = -1;
        cells = [];
      } else if (name === "c") {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        if (column >= columns) throw new SheetError(`列数不能超过${columns}列`);
        type = attributes.t ?? "";
        style = Number(attributes.s ?? 0);
        value = "";
      } else if (name === "rPh") isPhonetic = true;
      isValue = name === "v" || (name === "t" && !isPhonetic);
    },
    text(part) {
      if (isValue) value += part;
    },
    close(name) {
      isValue = false;
      if (name === "rPh") isPhonetic = false;
      else if (name === "c") {
        while (cells.length < column) cells.push("");
        cells[column] = cellText(read());
      } else if (name === "row") take({ number, cells });
    },
  };
}

/**
 * AB12 → 27.
 * @param {string} reference
 */
function columnOf(reference) {
  let column = 0;
  for (const letter of reference.replace(/[^A-Z]/g, "")) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/**
 * Of a float no more digits than a spreadsheet shows.
 * @param {number} value
 */
const numberText = (value) => String(Number(value.toPrecision(15)));

const day = 86_400_000;

/**
 * @param {number} serial
 * @param {boolean} is1904
 */
function dateText(serial, is1904) {
  // Spreadsheets believe in a 29 February 1900.
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const moment = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1_000);
  if (Number.isNaN(moment.getTime())) return numberText(serial);
  const text = moment.toISOString();
  return moment.getTime() % day === 0 ? text.slice(0, 10) : text.slice(0, 16).replace("T", " ");
}

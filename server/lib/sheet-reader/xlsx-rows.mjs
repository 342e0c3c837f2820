import { SaxesParser } from "saxes";
import { Open } from "unzipper";
import { readCell, rowFilter, rowOf, SheetError } from "./sheet-error.mjs";

/** @typedef {import("./sheet-error.mjs").SheetPart} SheetPart */
/** @typedef {import("./sheet-error.mjs").SheetLimits} SheetLimits */
/** @typedef {import("unzipper").File} Entry */
/** @typedef {{ open?: (name: string, attributes: Record<string, string>) => void, text?: (text: string) => void, close?: (name: string) => void }} Handlers */

const chunkRows = 500;
const mostEntries = 1_000;
/** Characters of all shared texts together, which have to be in memory. */
const mostShared = 64 * 1024 * 1024;
const again = "请用 Excel 或 WPS 打开，另存为 xlsx 后再导入";
const broken = `文件已损坏或没有传完整，${again}`;
/** Its parts, as people may understand them. */
const partNames = /** @type {const} */ ([
  [/workbook\.xml(\.rels)?$/, "工作簿"],
  [/sharedStrings\.xml$/, "文字"],
  [/styles\.xml$/, "格式"],
  [/./, "工作表"],
]);
/** What other programs put into a ZIP, by an entry that theirs always have. */
const others = /** @type {const} */ ([
  [/^xl\/workbook\.bin$/, "Excel 二进制工作簿（.xlsb）"],
  [/^content\.xml$/, "OpenDocument 表格（.ods）"],
  [/^(Index\/|Index\.zip$|index\.apxl)/, "Numbers 表格（.numbers）"],
  [/^word\/document\.xml$/, "Word 文档（.docx）"],
  [/^ppt\/presentation\.xml$/, "PowerPoint 文档（.pptx）"],
]);

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
 * The parts of the zip that can be parsed; what is unpacked is counted, whatever the zip says of its sizes.
 * @param {string} file
 * @param {SheetLimits} limits
 */
async function openBook(file, limits) {
  const zip = await Open.file(file).catch(() => {
    throw new SheetError(broken);
  });
  if (zip.files.length > mostEntries) throw new SheetError(broken);
  if (zip.files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > limits.bytes) throw tooLarge();
  const entries = new Map(zip.files.map((entry) => [entry.path.replace(/^\//, "").replaceAll("\\", "/"), entry]));
  const paths = [...entries.keys()];
  const other = others.find(([sign]) => paths.some((path) => sign.test(path)));
  if (other) throw new SheetError(`文件是${other[1]}，${again}`);
  if (!entries.has("xl/workbook.xml")) throw new SheetError("文件是压缩包，不是 xlsx 表格，请先解压，再导入其中的表格");
  let unpacked = 0;

  /**
   * @param {Entry} entry
   * @param {Handlers} handlers
   * @returns {AsyncGenerator<number>} Bytes read so far, after each piece.
   */
  async function* parse(entry, handlers) {
    const name = partNames.find(([sign]) => sign.test(entry.path))?.[1] ?? "";
    const refuse = () => {
      throw new SheetError(`文件的${name}部分已损坏，${again}`);
    };
    const parser = new SaxesParser();
    parser.on("error", refuse);
    parser.on("doctype", refuse);
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
      if (error instanceof SheetError) throw error;
      refuse();
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
  if (!entry) throw new SheetError(`文件中没有可以读取的工作表，${again}`);
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
      const shown = formatCode.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, "");
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
  let isHidden = false;
  let isFormula = false;
  /** @type {ReturnType<typeof readCell>[]} */
  let cells = [];

  function read() {
    if (type === "s") return readCell(unescaped(strings[Number(value)] ?? ""));
    if (type === "b") return readCell(value === "1" ? "是" : "否");
    if (type === "e") return readCell(value, "error");
    if (type === "d")
      return readCell(
        value
          .slice(0, 16)
          .replace("T", " ")
          .replace(/ 00:00$/, ""),
        "date",
      );
    // A program that does not count writes formulas without their values.
    if (isFormula && value === "" && type !== "str") return readCell(value, "uncounted");
    const number = Number(value);
    if ((type !== "" && type !== "n") || value === "" || !Number.isFinite(number)) return readCell(unescaped(value));
    if (dates[style]) return readCell(dateText(number, is1904), "date");
    return readCell(numberText(number), Math.abs(number) < longest ? undefined : "lost");
  }

  return {
    open(name, attributes) {
      if (name === "row") {
        number = Number(attributes.r) || number + 1;
        column = -1;
        cells = [];
        isHidden = /^(1|true)$/.test(attributes.hidden ?? "");
      } else if (name === "c") {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        if (column >= columns) throw new SheetError(`列数不能超过${columns}列`);
        type = attributes.t ?? "";
        style = Number(attributes.s ?? 0);
        value = "";
        isFormula = false;
      } else if (name === "f") isFormula = true;
      else if (name === "rPh") isPhonetic = true;
      isValue = name === "v" || (name === "t" && !isPhonetic);
    },
    text(part) {
      if (isValue) value += part;
    },
    close(name) {
      isValue = false;
      if (name === "rPh") isPhonetic = false;
      else if (name === "c") {
        while (cells.length < column) cells.push(nothing);
        cells[column] = read();
      } else if (name === "row") take(rowOf(number, cells, isHidden));
    },
  };
}

/**
 * What XML cannot hold is written by its number: _x000D_.
 * @param {string} text
 */
const unescaped = (text) =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** @type {ReturnType<typeof readCell>} */
const nothing = { text: "", mark: undefined };
/** Spreadsheets keep fifteen digits of a number. */
const longest = 1e15;

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

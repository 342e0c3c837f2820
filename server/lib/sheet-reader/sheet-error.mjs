/** What is wrong with a file, in words for the person who sent it. */
export class SheetError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "SheetError";
  }
}

/**
 * What a cell is apart from its text: a date, a formula's error, a formula without its value, or a number that has lost digits.
 * @typedef {"date" | "error" | "uncounted" | "lost"} CellMark
 */

/**
 * @typedef {object} SheetRow
 * @property {number} number As the spreadsheet counts, from 1.
 * @property {string[]} cells Trimmed; a date is `YYYY-MM-DD`, with its time where it has one.
 * @property {Record<number, CellMark>} [marks] By column, counted from 0; absent where no cell has one.
 * @property {true} [isHidden] By a filter, or by hand.
 */

/**
 * @typedef {object} SheetPart
 * @property {SheetRow[]} rows
 * @property {number} fraction How much of the file has been read, 0–1.
 */

/**
 * @typedef {object} SheetLimits
 * @property {number} rows
 * @property {number} columns
 * @property {number} bytes Of the file when it is unpacked.
 */

const longestCell = 32_767;

/**
 * A cell as text. An apostrophe that only keeps a text from being a formula is taken off again.
 * @param {string} text
 */
function cellText(text) {
  if (text.length > longestCell) throw new SheetError(`单元格内容不能超过${longestCell}个字符`);
  const trimmed = text.trim();
  return /^'[=+\-@＝＋－＠]/.test(trimmed) ? trimmed.slice(1) : trimmed;
}

/** As spreadsheet programs write their errors: Excel, WPS, LibreOffice. */
const errorText =
  /^(#(N\/A|DIV\/0!|REF!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/i;
/** 1.39E+10, as spreadsheets show a long number; 1E3 is somebody's room. */
const shortened = /^(-?)(\d)(?:\.(\d+))?E\+(\d{2,3})$/i;
/** What spreadsheets make of 3-01: 3月1日, 1-Mar, Mar-01, or the day with its year. */
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const dateText = new RegExp(
  `^(\\d{1,2}月\\d{1,2}日|\\d{4}年\\d{1,2}月|\\d{1,2}-${month}|${month}-\\d{2}|(19|20)\\d\\d([-/.年])\\d{1,2}[-/.月]\\d{1,2}日?( \\d{1,2}:\\d\\d(:\\d\\d)?)?)$`,
  "i",
);

/**
 * A cell's text and its mark. A long number that is shown shortened but whole is written out.
 * @param {string} raw
 * @param {CellMark} [typed] What the file itself says of it.
 * @returns {{ text: string, mark: CellMark | undefined }}
 */
export function readCell(raw, typed) {
  const text = cellText(raw);
  if (typed) return { text, mark: typed };
  if (errorText.test(text)) return { text, mark: "error" };
  // Too narrow a column is written so.
  if (/^#{3,}$/.test(text)) return { text, mark: "lost" };
  const [, sign = "", first = "", rest = "", power] = shortened.exec(text) ?? [];
  if (power !== undefined) {
    const isWhole = rest.length >= Number(power);
    const digits = first + rest;
    const fraction = digits.slice(Number(power) + 1).replace(/0+$/, "");
    const whole = `${sign}${digits.slice(0, Number(power) + 1)}${fraction && `.${fraction}`}`;
    return isWhole ? { text: whole, mark: undefined } : { text, mark: "lost" };
  }
  return { text, mark: dateText.test(text) ? "date" : undefined };
}

/**
 * A row of cells that have been read.
 * @param {number} number
 * @param {readonly ReturnType<typeof readCell>[]} read
 * @param {boolean} isHidden
 * @returns {SheetRow}
 */
export function rowOf(number, read, isHidden = false) {
  /** @type {SheetRow} */
  const row = { number, cells: read.map(({ text }) => text) };
  const marked = read.flatMap(({ mark }, column) => (mark ? [[column, mark]] : []));
  if (marked.length) row.marks = Object.fromEntries(marked);
  if (isHidden) row.isHidden = true;
  return row;
}

/** Most rows of titles and dates above the headings; they do not count as rows. */
export const mostAbove = 20;

/**
 * Counts rows against the limit and drops the empty ones, so that a file of formatted but empty rows is no long one.
 * @param {SheetLimits} limits
 */
export function rowFilter(limits) {
  let count = 0;
  /** @param {SheetRow} row */
  return ({ cells }) => {
    if (cells.length > limits.columns) throw new SheetError(`列数不能超过${limits.columns}列`);
    if (!cells.some(Boolean)) return false;
    count++;
    // The headings and the rows above them are extra.
    if (count > limits.rows + mostAbove + 1) throw new SheetError(`一次最多导入${limits.rows}行，请拆分文件`);
    return true;
  };
}

/** What is wrong with a file, in words for whoever sent it. */
export class SheetError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "SheetError";
  }
}

/**
 * @typedef {object} SheetRow
 * @property {number} number As the spreadsheet counts, from 1.
 * @property {string[]} cells Trimmed; a date is `YYYY-MM-DD`, with its time where it has one.
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
export function cellText(text) {
  if (text.length > longestCell) throw new SheetError(`单元格内容不能超过${longestCell}个字符`);
  const trimmed = text.trim();
  return /^'[=+\-@＝＋－＠]/.test(trimmed) ? trimmed.slice(1) : trimmed;
}

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
    // The headings are one row more.
    if (count > limits.rows + 1) throw new SheetError(`一次最多导入${limits.rows}行，请拆分文件`);
    return true;
  };
}

interface Trace {
  name: string;
  id: number;
  at: string;
  reason: string;
  request: string;
}

/** The last row of an exported file: whose it is, and under which number the log knows it. */
export const traceText = ({ name, id, at, reason, request }: Trace): string =>
  `导出人：${name}（${id}）　导出时间：${at}　原因：${reason}　编号：${request}`;

/** Whether a row is that one, where the file comes in again. */
export const isTrace = ({ cells }: { cells: readonly string[] }): boolean =>
  /^导出人：.*　编号：/.test(cells[0] ?? "") && !cells.slice(1).some(Boolean);

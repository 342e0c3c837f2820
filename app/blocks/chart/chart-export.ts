import { save } from "~/app/api/download";
import { t } from "~/app/i18n/t";
import { type ChartData, unitName } from "./chart-data";

/** The chart as it stands there, but its tools, as a PNG of twice the size. */
export async function exportPicture(panel: HTMLElement, name: string): Promise<void> {
  const { toBlob } = await import("html-to-image");
  panel.dataset.picture = "";
  try {
    const blob = await toBlob(panel, {
      pixelRatio: 2,
      // The page's fonts are those of the machine.
      skipFonts: true,
      backgroundColor: getComputedStyle(document.body).getPropertyValue("--mantine-color-body").trim() || "#ffffff",
      filter: (node) => !(node instanceof HTMLElement && node.dataset.tools !== undefined),
    });
    if (!blob) throw new Error("the browser draws no picture");
    save(blob, `${name}.png`);
  } finally {
    delete panel.dataset.picture;
  }
}

interface SheetOf {
  name: string;
  data: ChartData;
  /** Lines of a second sheet: what is counted, of which days. */
  notes: readonly string[];
}

/** The numbers as a spreadsheet, with head and units, by the library that writes those of lists. */
export async function exportSheet({ name, data, notes }: SheetOf): Promise<void> {
  const { default: ExcelJS } = await import("exceljs");
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet(sheetName(name));
  const labels = data.series.map(({ label, unit }) => (unitName(unit) ? `${label}（${unitName(unit)}）` : label));
  const hasUnits = data.rows.some(({ unit }) => unit !== undefined);
  sheet.addRow([data.head, ...labels, ...(hasUnits ? [t("单位")] : [])].map(safe));
  for (const { label, values, texts, unit } of data.rows)
    sheet.addRow([
      safe(label),
      ...values.map((value, index) => safe(texts?.[index] ?? value)),
      ...(hasUnits ? [unitName(unit)] : []),
    ]);
  sheet.getRow(1).font = { bold: true };
  sheet.columns.forEach((column, index) => {
    column.width = index ? 14 : 20;
  });
  const about = book.addWorksheet(t("说明"));
  for (const note of notes) about.addRow([safe(note)]);
  const bytes = await book.xlsx.writeBuffer();
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  save(new Blob([bytes], { type }), `${name}.xlsx`);
}

/** A text that a spreadsheet would take for a formula is kept from being one. */
const safe = (cell: string | number | null) =>
  typeof cell === "string" && /^[=+\-@\t\r\0＝＋－＠]/.test(cell) ? `'${cell}` : cell;

/** Without what the name of a sheet may not hold. */
const sheetName = (name: string) => name.replace(/[\\/?*[\]:]/g, " ").slice(0, 31);

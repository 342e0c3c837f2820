import { save } from "~/app/api/download";
import { t } from "~/app/i18n/t";
import { formats, type SheetKind, typedCell } from "~/contract/sheet";
import { type ChartData, type ChartUnit, unitName } from "./chart-data";

/** The chart as shown, without its tools, as a PNG of double size. */
export async function exportPicture(panel: HTMLElement, name: string): Promise<void> {
  const { toBlob } = await import("html-to-image");
  panel.dataset.picture = "";
  try {
    const blob = await toBlob(panel, {
      pixelRatio: 2,
      // The page uses system fonts.
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
  notes: readonly string[];
}

export async function exportSheet({ name, data, notes }: SheetOf): Promise<void> {
  const { default: ExcelJS } = await import("exceljs");
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet(sheetName(name), { views: [{ state: "frozen", ySplit: 1 }] });
  const labels = data.series.map(({ label, unit }) => (isBare(unit) ? label : `${label}（${unitName(unit)}）`));
  const hasUnits = data.rows.some(({ unit }) => unit !== undefined);
  sheet.addRow([data.head, ...labels, ...(hasUnits ? [t("单位")] : [])].map((label) => typedCell("text", label)));
  for (const { label, values, texts, unit } of data.rows) {
    const kinds = values.map((_, index) => kindOf(unit ?? data.series[index]?.unit));
    const row = sheet.addRow([
      typedCell("date", label),
      ...values.map((value, index) => typedCell(kinds[index] ?? "number", texts?.[index] ?? value)),
      ...(hasUnits ? [unitName(unit)] : []),
    ]);
    for (const [index, kind] of (["date", ...kinds] as const).entries())
      row.getCell(index + 1).numFmt = formats[kind].format;
  }
  sheet.getRow(1).font = { bold: true };
  sheet.columns.forEach((column, index) => {
    column.width = index ? 14 : 20;
  });
  const about = book.addWorksheet(t("说明"));
  for (const note of notes) about.addRow([typedCell("text", note)]);
  const bytes = await book.xlsx.writeBuffer();
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  save(new Blob([bytes], { type }), `${name}.xlsx`);
}

const isBare = (unit: ChartUnit | undefined) => unit === "percent" || !unitName(unit);
const kindOf = (unit: ChartUnit | undefined): SheetKind =>
  unit === "percent" ? "percent" : unit === "cny" ? "money" : "number";

const sheetName = (name: string) => name.replace(/[\\/?*[\]:]/g, " ").slice(0, 31);

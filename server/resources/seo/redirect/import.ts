import { inArray } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { metaOf } from "~/contract/field";
import { mostRedirects, RedirectFields } from "~/contract/seo/redirect";
import type { ImportTask } from "~/contract/shared/import-task";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { missingPage, siteRedirect } from "~/server/database/tables/seo/site-page";
import { audit } from "~/server/lib/audit";
import { type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, createdBy } from "~/server/lib/entity";
import { readSettings, type Settings } from "~/server/lib/settings";
import {
  type Column,
  cellsOf,
  type SheetRow,
  type SheetShape,
  sheetField,
  type WrongCell,
} from "~/server/resources/shared/import/columns";
import {
  endImport,
  type RefusedRow,
  readLines,
  type Sheet,
  type WholeFile,
  wholeSheet,
} from "~/server/resources/shared/import/whole-file";
import { complaintOn, lockRedirects, type Paths, redirectsNow, tidyPaths } from "./rules";

type Name = keyof RedirectFields;
const { shape } = RedirectFields;
const names = ["from_path", "to_path", "remark"] as const satisfies readonly Name[];
const headingOf = (name: Name): string => metaOf(shape[name]).label ?? name;

const explained: Record<Name, string> = {
  from_path: "必填；主站上已不存在的页面，如 /old-page；已有的为更新",
  to_path: "必填；主站上现有的页面，如 /article/new-page",
  remark: "",
};
export const explanations: string[][] = names.map((name) => [headingOf(name), explained[name]]);

const redirectSheet: SheetShape<Name> = {
  fields: names.map((name) => sheetField<Name>(name, shape[name])),
  required: [["from_path"], ["to_path"]],
};

const wrongCell = ({ field, message }: Pick<FieldError, "field" | "message">): WrongCell => ({
  field: headingOf(field as Name),
  message,
});

function readRow(settings: Settings, columns: readonly (Column<Name> | undefined)[], row: SheetRow) {
  const said = cellsOf(columns, row);
  if ("message" in said) return said;
  const parsed = RedirectFields.safeParse(Object.fromEntries(said));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return wrongCell({ field: String(issue?.path[0]), message: issue?.message ?? "" });
  }
  const tidy = tidyPaths(settings, parsed.data);
  return "field" in tidy ? wrongCell(tidy) : { given: { ...parsed.data, ...tidy } };
}

type Present = Awaited<ReturnType<typeof redirectsNow>>[number];

interface Planned {
  given: RedirectFields;
  before: Present | undefined;
}

/** Reads a file of redirects to its end and writes them in one transaction, or only says what would come of it. */
export async function importRedirects(call: SignedCall, file: WholeFile): Promise<ImportTask> {
  const kind = "site_redirect";
  const sheet = await wholeSheet(call, file, { kind, shape: redirectSheet, most: mostRedirects, unit: "条跳转" });
  return call.services.db.transaction(async (db) => {
    await lockRedirects(db);
    const judged = await judge(db, sheet);
    if (!file.isDryRun && judged.planned.length) await write({ ...call, db }, judged);
    return endImport({ ...call, db }, file, kind, sheet, judged);
  });
}

async function judge(db: Transaction, { rows, columns }: Sheet<Name>) {
  const settings = await readSettings(db);
  const refused: RefusedRow[] = [];
  const planned: Planned[] = [];
  const present = new Map((await redirectsNow(db)).map((row) => [row.from_path, row]));
  const lines = new Map<string, number>();
  // As they will be, row by row.
  const will = new Map<string, Paths>(present);
  for (const line of await readLines(rows, (row) => readRow(settings, columns, row))) {
    if ("wrong" in line) {
      refused.push(line);
      continue;
    }
    const { row, given } = line;
    const { from_path } = given;
    const refuseRow = (field: Name, message: string) => refused.push({ row, wrong: wrongCell({ field, message }) });
    const twin = lines.get(from_path);
    const wrong = complaintOn(given, will.values());
    if (twin) refuseRow("from_path", `与第${twin}行重复`);
    else if (wrong) refused.push({ row, wrong: wrongCell(wrong) });
    else if (!will.has(from_path) && will.size >= mostRedirects) refuseRow("from_path", `跳转最多${mostRedirects}条`);
    else {
      lines.set(from_path, row.number);
      will.set(from_path, given);
      planned.push({ given, before: present.get(from_path) });
    }
  }
  return { planned, refused };
}

async function write(
  call: SignedCall & { db: Transaction },
  { planned, refused }: { planned: readonly Planned[]; refused: readonly RefusedRow[] },
) {
  const { db } = call;
  const added = planned.filter(({ before }) => !before).map(({ given }) => ({ ...given, ...createdBy(call) }));
  await insertRows(db, siteRedirect, added);
  let changed = 0;
  for (const { given, before } of planned) {
    if (!before) continue;
    const values = { to_path: given.to_path, remark: given.remark ?? before.remark };
    if (values.to_path === before.to_path && values.remark === before.remark) continue;
    changed++;
    await setRow(db, siteRedirect, before.id, { ...values, version: before.version + 1, ...changedBy(call) });
  }
  const from = planned.map(({ given }) => given.from_path);
  await db.delete(missingPage).where(inArray(missingPage.path, from));
  const failed = refused.length ? [`失败${refused.length}行`] : [];
  const parts = [`新增${added.length}条`, `更新${changed}条`, ...failed];
  await audit(call, { module: "seo", action: "import", summary: `导入跳转：${parts.join("，")}` });
}

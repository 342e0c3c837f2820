import { staffImport as contract, type StaffImport } from "~/contract/system/staff";
import type { Transaction } from "~/server/database/database";
import { audit } from "~/server/lib/audit";
import { found, type SignedCall } from "~/server/lib/call";
import { SheetError } from "~/server/lib/sheet-reader/sheet-reader";
import { isThere, type SheetRow, type WrongCell } from "~/server/resources/shared/import/columns";
import { importHandlers } from "~/server/resources/shared/import/import-file";
import { toTask } from "~/server/resources/shared/import/task";
import {
  keepEnded,
  keepRefused,
  type RefusedRow,
  type Sheet,
  type WholeFile,
  wholeSheet,
} from "~/server/resources/shared/import/whole-file";
import { insertStaff, type StaffPassword, staffPassword } from "./account";
import { columnsOf, grantComplaint, lockAccounts, phoneErrors, type StaffGiven, takenBy } from "./facts";
import { explanations, headingOf, readStaffNames, readStaffRow, type StaffNames, staffSheet } from "./import-columns";

/** More come in several files: each account's password costs the processor some hundredths of a second. */
const mostRows = 500;

type Read = { row: SheetRow; facts: StaffGiven };
type StaffSheet = Sheet<(typeof staffSheet)["fields"][number]["name"]>;

export const staffImportHandlers = importHandlers(contract, {
  label: "员工",
  kind: () => "staff",
  megabytes: 5,
  explanations,
  read: importStaff,
  waiting: { accounts: [] },
});

/** Reads a file of people to its end and makes their accounts, or only says what would come of it. The passwords are in the answer, and nowhere else. */
async function importStaff(call: SignedCall, file: WholeFile): Promise<StaffImport> {
  const { services } = call;
  const kind = "staff";
  const sheet = await wholeSheet(call, file, { kind, shape: staffSheet, most: mostRows, unit: "名员工" });
  const known = await readStaffNames(services.db);
  const { accepted, refused } = await judge(call, sheet, known);
  const error_key = await keepRefused(services, file, sheet.headings, refused);
  const passwords = file.isDryRun ? [] : await Promise.all(accepted.map(() => staffPassword(call.services)));
  const counts = { sheet, total: sheet.rows.length, success: accepted.length, refused, error_key };
  const task = await services.db.transaction(async (db) => {
    if (!file.isDryRun) await write({ ...call, db }, db, accepted, passwords, refused);
    return toTask(await keepEnded({ ...call, db }, file, kind, counts), services.now());
  });
  const accounts = passwords.map(({ initial_password }, index) => {
    const { name, email } = found(accepted[index]).facts;
    return { name, email: email ?? "", initial_password }; // a file's column that must be filled
  });
  return { ...task, accounts };
}

/** Which rows may come in: nothing that is somebody's twice, and no role beyond the caller's own rights. */
async function judge(call: SignedCall, { columns, rows }: StaffSheet, known: StaffNames) {
  const accepted: Read[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Map<string, number>();
  const roles = new Map([...known.roles.values()].map((role) => [role.id, role]));
  for (const row of rows) {
    const read = readStaffRow(columns, row, known);
    const wrong = "message" in read ? read : await complaintOf(read.facts);
    if (wrong || "message" in read) {
      refused.push({ row, wrong: found(wrong) });
      continue;
    }
    for (const key of keysOf(read.facts)) seen.set(key, row.number);
    accepted.push({ row, facts: read.facts });
  }
  return { accepted, refused };

  async function complaintOf(facts: StaffGiven): Promise<WrongCell | undefined> {
    const given = facts.role_ids.flatMap((id) => roles.get(id) ?? []);
    const [complaint] = [...phoneErrors(facts), ...(grantComplaint(call, given) ?? [])];
    if (complaint) return { field: complaint.label, message: complaint.message };
    const twin = keysOf(facts)
      .map((key) => [key, seen.get(key)] as const)
      .find(([, line]) => line !== undefined);
    if (twin) return { field: headingOf(twin[0].split(":", 1)[0] ?? ""), message: `与第${twin[1]}行重复` };
    const taken = await takenBy(call.services.db, columnsOf(facts));
    const isSame = taken === headingOf("email");
    return taken ? { field: taken, message: isSame ? isThere : "已被其他员工使用" } : undefined;
  }
}

/** What no two people share. */
function keysOf(facts: StaffGiven): string[] {
  const { email, phone_e164, wecom_userid } = columnsOf(facts);
  return [
    `email:${email}`,
    ...(phone_e164 ? [`phone:${phone_e164}`] : []),
    ...(wecom_userid ? [`wecom_userid:${wecom_userid}`] : []),
  ];
}

async function write(
  call: SignedCall,
  db: Transaction,
  rows: Read[],
  passwords: StaffPassword[],
  refused: RefusedRow[],
) {
  await lockAccounts(db);
  for (const [index, { facts, row }] of rows.entries()) {
    // Between the look and the turn somebody else may have made the same account.
    const taken = await takenBy(db, columnsOf(facts));
    if (taken) throw new SheetError(`第${row.number}行的${taken}刚刚被其他员工使用，请重新导入`);
    await insertStaff(call, db, facts, found(passwords[index]));
  }
  const summary = `导入员工${rows.length}人${refused.length ? `，失败${refused.length}行` : ""}`;
  await audit(call, { module: "system", action: "import", summary });
}

import { setImmediate as breathe } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import type { importTargets } from "~/contract/customer/customer-import";
import type { Database, Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { countListed } from "~/server/identity/blacklist";
import { audit } from "~/server/lib/audit";
import { fieldErrorsOf, found, pick, Refusal, type SignedCall, sentenceOf } from "~/server/lib/call";
import { notify } from "~/server/lib/notify";
import { readSheet, SheetError, type SheetFormat, type SheetPart } from "~/server/lib/sheet-reader/sheet-reader";
import { isTrace } from "~/server/resources/shared/export/send";
import {
  ColumnsOpen,
  isThere,
  keepHabits,
  readHabits,
  type Understood,
  understand,
} from "~/server/resources/shared/import/columns";
import { errorFile } from "~/server/resources/shared/import/error-file";
import { beat, beatEvery, brokenOff, type TaskRow, targetOf, taskOf } from "~/server/resources/shared/import/task";
import type { Sending } from "~/server/resources/shared/import/whole-file";
import { lockContacts } from "../customer/contact/collision";
import { contactKey, provingContacts } from "../customer/contact/contacts";
import { capOf, lockHolder, ownedBy } from "../customer/ownership/limits";
import { type Viewer, viewerOf } from "../customer/view";
import { collisionOf, takenContacts } from "./collisions";
import { customerSheet, numberHeading, ownerHeading, type SheetName } from "./columns";
import { type Lookups, readLookups } from "./lookups";
import { isWrong, type ReadRow, readRow, type Wrong } from "./read-row";
import { type Accepted, writeRows } from "./write-rows";

type Row = SheetPart["rows"][number];
type Judged = { row: Row } & ({ read: ReadRow } | { wrong: Wrong });

interface Import {
  call: SignedCall;
  task: TaskRow;
  format: SheetFormat;
  to: keyof typeof importTargets;
  sending: Sending;
}

/** What an import carries from one part of the file to the next. */
interface Progress {
  viewer: Viewer;
  lookups: Lookups;
  columns: Understood<SheetName>["columns"];
  headings: readonly string[];
  hidden: number;
  errors: ReturnType<typeof errorFile>;
  /** Contact → the row that brought it. */
  seen: Map<string, number>;
  /** Customers accepted per person: in a dry run nobody's count grows. */
  given: Map<number, number>;
  success: number;
  failed: number;
  firstErrors: TaskRow["errors"];
  batchId: number | null;
}

const shownErrors = 100;
/** A phone takes a while to be understood: after so many rows others get their turn. */
const breath = 50;

/** Reads the file of a task to its end, part by part, each in its own transaction; in any case the task says how it ended. */
async function runImport(job: Import): Promise<void> {
  const { call, task } = job;
  const { services } = call;
  let progress: Progress | undefined;
  const pulse = setInterval(() => void beat(services.db, services.now(), task.id, {}).catch(() => false), beatEvery);
  try {
    for await (const part of readSheet(services.storage.placeOf(task.file_key), job.format)) {
      if (!progress) {
        const understood = await understandBeginning(job, part.rows);
        progress = await begin(job, understood);
        part.rows = understood.rows;
      }
      part.rows = part.rows.filter((row) => !isTrace(row));
      await judgePart(job, progress, part);
    }
    if (!progress || progress.success + progress.failed + progress.hidden === 0) throw new SheetError("文件中没有数据");
    await finish(job, progress);
  } catch (error) {
    if (whyOf(error) === undefined) services.log.error({ err: error, task: task.id }, "import broke off");
    await fail(job, progress, error);
  } finally {
    clearInterval(pulse);
    await services.storage.remove(task.file_key);
  }
}

/** The first part of a file, with its headings. Throws ColumnsOpen where it waits for its sender. */
async function understandBeginning({ call, sending }: Import, rows: readonly Row[]): Promise<Understood<SheetName>> {
  const { services, user } = call;
  const shape = customerSheet(user.permissions.has("customer:info:assign"));
  const understood = understand(
    rows,
    shape,
    await readHabits<SheetName>(services.db, user.id, "customer"),
    sending.chosen,
  );
  if (sending.chosen) await keepHabits(services.db, user.id, "customer", shape, understood);
  return understood;
}

async function begin({ call, task }: Import, { columns, headings, about }: Understood<SheetName>): Promise<Progress> {
  const named = columns.map((column) => column?.field.name);
  if (task.dry_run) await goOn(call.services.db, call.services.now(), task, { columns: about });
  return {
    viewer: await viewerOf(call),
    lookups: await readLookups(call, named),
    columns,
    headings,
    errors: errorFile(call.services, errorKeyOf(task), headings),
    seen: new Map(),
    given: new Map(),
    hidden: 0,
    success: 0,
    failed: 0,
    firstErrors: [],
    batchId: null,
  };
}

const errorKeyOf = ({ file_key }: TaskRow) => `${file_key}-errors`;

async function judgePart(job: Import, progress: Progress, { rows, fraction }: SheetPart): Promise<void> {
  const { call, task } = job;
  const { services } = call;
  progress.hidden += rows.filter(({ isHidden }) => isHidden).length;
  const shown = job.sending.skipsHidden ? rows.filter(({ isHidden }) => !isHidden) : rows;
  const read = await readAll(services.db, shown, progress);
  const judged = task.dry_run
    ? await judge(services.db, job, progress, read)
    : await services.db.transaction(async (db) => {
        await lockContacts(db, contactsOf(read));
        const result = await judge(db, job, progress, read);
        const now = services.now();
        const writing = { user: call.user, now, batchId: progress.batchId };
        progress.batchId = await writeRows(db, result.accepted, writing);
        await countListed(db, now, contactsOf(read));
        await goOn(db, now, task, counted(progress, result, fraction));
        return result;
      });
  if (task.dry_run) await goOn(services.db, services.now(), task, counted(progress, judged, fraction));
  await progress.errors.add(judged.refused.map(({ row, wrong }) => lineOf(progress, row, wrong)));
}

/** Notes how far it is; a task that was taken for dead meanwhile writes nothing more. */
async function goOn(db: Db, now: Date, task: TaskRow, counts: Partial<TaskRow>): Promise<void> {
  if (!(await beat(db, now, task.id, counts))) throw new SheetError("导入已中断");
}

async function readAll(db: Database, rows: readonly Row[], { columns, lookups }: Progress): Promise<Judged[]> {
  const judged: Judged[] = [];
  const numbered = columns.findIndex((column) => column?.field.name === "customer_no");
  const numberOf = ({ cells }: Row) => cells[numbered]?.toUpperCase() ?? "";
  const known = await knownNumbers(db, rows.map(numberOf).filter(Boolean));
  for (const [index, row] of rows.entries()) {
    if (index % breath === breath - 1) await breathe();
    if (known.has(numberOf(row))) {
      judged.push({ row, wrong: { field: numberHeading, message: isThere } });
      continue;
    }
    const read = readRow(columns, row, lookups);
    judged.push(isWrong(read) ? { row, wrong: read } : { row, read });
  }
  return judged;
}

/** Which of these numbers are customers', also of those that are in the recycle bin. */
async function knownNumbers(db: Database, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await pick(db, customer, ["customer_no"], inArray(customer.customer_no, [...numbers]));
  return new Set(rows.map(({ customer_no }) => customer_no));
}

const contactsOf = (rows: readonly Judged[]) => rows.flatMap((one) => ("read" in one ? one.read.contacts : []));

interface Verdict {
  accepted: Accepted[];
  refused: { row: Row; wrong: Wrong }[];
}

/** Which rows may come in: no contact twice, none that somebody has, and nobody beyond their limit. */
async function judge(db: Db, job: Import, progress: Progress, rows: Judged[]): Promise<Verdict> {
  const taken = await takenContacts(db, contactsOf(rows), progress.viewer);
  const ownerIdOf = ({ owner }: ReadRow) => owner ?? (job.to === "me" ? job.call.user.id : null);
  const owners = rows.flatMap((one) => ("read" in one ? (ownerIdOf(one.read) ?? []) : []));
  const room = await roomOf(db, job, progress, owners);
  const verdict: Verdict = { accepted: [], refused: [] };
  for (const one of rows) {
    if ("wrong" in one) {
      verdict.refused.push(one);
      continue;
    }
    const { row, read } = one;
    const ownerId = ownerIdOf(read);
    const wrong = collisionOf(read.contacts, progress.seen, taken) ?? limitOf(room, ownerId, read);
    if (wrong) {
      verdict.refused.push({ row, wrong });
      continue;
    }
    for (const contact of provingContacts(read.contacts)) progress.seen.set(contactKey(contact), row.number);
    if (ownerId !== null) progress.given.set(ownerId, (progress.given.get(ownerId) ?? 0) + 1);
    verdict.accepted.push({ facts: read.facts, contacts: read.contacts, ownerId });
  }
  return verdict;
}

interface Room {
  cap: number;
  left: number;
}

/** How many more customers these people may hold; their turn is taken until the commit, in the order in which everybody takes them. */
async function roomOf(db: Db, { task }: Import, { viewer, given }: Progress, owners: readonly number[]) {
  const room = new Map<number, Room>();
  for (const id of [...new Set(owners)].sort((a, b) => a - b)) {
    const holder = found(await lockHolder(db, id));
    const cap = capOf(holder, viewer.settings);
    const planned = task.dry_run ? (given.get(id) ?? 0) : 0;
    room.set(id, { cap, left: cap - (await ownedBy(db, id)) - planned });
  }
  return room;
}

/** Takes a place of the owner's, or says that they have none left; a lost or invalid customer takes none. */
function limitOf(room: Map<number, Room>, ownerId: number | null, { facts }: ReadRow): Wrong | undefined {
  const of = ownerId === null ? undefined : room.get(ownerId);
  if (!of || facts.stage === "lost" || facts.stage === "invalid") return undefined;
  if (of.left <= 0) return { field: ownerHeading, message: sentenceOf(40913, { n: of.cap }) };
  of.left--;
  return undefined;
}

/** The task's columns after a part; of the file's length an estimate until its end. */
function counted(progress: Progress, { accepted, refused }: Verdict, fraction: number): Partial<TaskRow> {
  progress.success += accepted.length;
  progress.failed += refused.length;
  for (const { row, wrong } of refused) {
    if (progress.firstErrors.length === shownErrors) break;
    progress.firstErrors.push({ row: row.number, ...wrong });
  }
  const { success, failed, hidden, firstErrors: errors, batchId: batch_id } = progress;
  const total = fraction > 0 ? Math.round((success + failed) / fraction) : success + failed;
  return { total, success, failed, hidden, errors, batch_id };
}

/** The row as it came, and why it does not come in. */
function lineOf({ headings }: Progress, { cells }: Row, { field, message }: Wrong): string[] {
  const line = headings.map((_, index) => cells[index] ?? "");
  const isNamed = field === "" || message.startsWith(field);
  return [...line, isNamed ? message : `${field}：${message}`];
}

async function finish(job: Import, progress: Progress): Promise<void> {
  const { call, task } = job;
  const { services, user } = call;
  const error_key = await progress.errors.close();
  const now = services.now();
  const { success, failed, given } = progress;
  await services.db.transaction(async (db) => {
    await goOn(db, now, task, {
      status: "done",
      total: success + failed,
      error_key,
      ended_at: isoInstant(now),
    });
    if (task.dry_run) return;
    const summary = `导入客户${success}条，失败${failed}条：${task.name}`;
    await audit({ ...call, db }, { module: "customer", action: "import", summary, ...targetOf(task) });
    await notify(
      db,
      now,
      user.id,
      [...given].map(([user_id, count]) => ({
        user_id,
        category: "customer",
        title: "您有新的客户",
        content: `${user.name}通过导入将${count}位客户分配给您，请及时跟进。`,
        link: "/customer/customerInfor?view=mine",
      })),
    );
  });
}

/** The rows before stay as the counters say; the task says why it went no further. */
async function fail({ call, task }: Import, progress: Progress | undefined, why: unknown): Promise<void> {
  const { db, log, now } = call.services;
  try {
    const error_key = (await progress?.errors.close().catch(() => null)) ?? null;
    // What was counted within a transaction that did not come to its end has not been written.
    const { success, failed } = found(await taskOf(db, task.id));
    const message = whyOf(why) ?? `系统繁忙，导入在第${success + failed}行后中断，请稍后再试`;
    const ended_at = isoInstant(now());
    const columns = why instanceof ColumnsOpen ? { columns: why.about } : {};
    const end = { status: "failed", message, error_key, total: success + failed, ended_at, ...columns };
    if (!(await beat(db, now(), task.id, end)) || task.dry_run || success === 0) return;
    const summary = brokenOff(success, task);
    await audit({ ...call, db }, { module: "customer", action: "import", summary, ...targetOf(task) });
  } catch (error) {
    // Without the database it is told by its silence (task.ts).
    log.error({ err: error, task: task.id }, "import could not be ended");
  }
}

/** What is to be told of the file, or of what was said of its columns. */
function whyOf(error: unknown): string | undefined {
  if (error instanceof SheetError) return error.message;
  return error instanceof Refusal ? fieldErrorsOf(error)[0]?.message : undefined;
}

export function startImport(job: Import): void {
  runImport(job).catch((error) => job.call.services.log.error({ err: error, task: job.task.id }, "import failed"));
}

// Makes the small backup that upgrades are tried with: npx tsx test/support/make-small-backup.ts test/server/backup/fixtures/1.0.0.tar.gz
// One of a released version is never made anew.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createBackup } from "~/server/backup/create";
import { writeBaseline } from "~/server/database/baseline";
import type { Database } from "~/server/database/database";
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import { operationLog } from "~/server/database/tables/system/system";
import { sealLines } from "~/server/resources/system/record/chain";
import { makeAccount, makeAgent } from "./agent";
import { makeClue } from "./clue";
import { makeBilling, makeDeal } from "./deal";
import { makeEstate, makeRoom, makeUnit } from "./estate";
import * as make from "./factories";
import { makeTracker } from "./tracker";

const [file] = process.argv.slice(2);
if (!file) throw new Error("usage: make-small-backup.ts FILE");
const dataDir = mkdtempSync(join(tmpdir(), "xinfang-small-"));
// Not generated, so that it does not go into the backup.
const secretKey = "the key of the small backup, which keeps no secret";
const now = make.testNow;
const { db, kind, close } = await openDatabase({ dataDir, databaseUrl: undefined }, { statementTimeout: 0 });
try {
  await migrate(db);
  await writeBaseline(db);
  // The districts of one prefecture: all of them are more than the rest of the backup.
  await db.execute(sql`delete from district where country_code <> 'JP' or code not like '13%'`);
  await fill(db);
  await sealLines(db, { now: new Date() });
  mkdirSync(join(dataDir, "files/tracking"), { recursive: true });
  writeFileSync(join(dataDir, "files/tracking/small"), "a picture");
  const { bytes, manifest } = await createBackup(
    { db, kind, config: { dataDir, secretKey }, secret: secretKey },
    file,
    { now },
  );
  const filled = manifest.tables.filter(({ rows }) => rows > 0);
  process.stdout.write(`${file}: ${bytes} bytes, ${filled.length} tables with rows\n`);
} finally {
  await close();
  rmSync(dataDir, { recursive: true });
}

/** A row or more of what people work with, in the states that lists and counts tell apart. */
async function fill(db: Database): Promise<void> {
  const team = await make.makeTeam(db);
  const seller = await make.makeUser(db, { team_id: team.id, name: "王小北" });
  const lead = await make.makeUser(db, { team_id: team.id, role: "sales_manager" });
  const held = await make.makeCustomer(db, { name: "林静香", owner_id: seller.id, tags: ["vip"] });
  const lost = await make.makeCustomer(db, { owner_id: seller.id, stage: "lost" });
  await make.makeCustomer(db, { name: "公海的陈先生" });
  const deleted = await make.makeCustomer(db, { owner_id: lead.id });
  const picture = await make.makeMedia(db, { uploader: seller.id, key: "tracking/small", size: 9 });
  for (const { id: customer_id } of [held, lost, deleted]) {
    await make.makeTracking(db, { customer_id, user_id: seller.id, type: "visit" });
    await make.makeRequirement(db, { customer_id });
  }
  const requirement = await make.makeRequirement(db, { customer_id: held.id });
  await make.makeAnnex(db, { media_id: picture.id, requirement_id: requirement.id });
  await db.execute(sql`update customer set deleted_at = now(), last_owner_id = owner_id where id = ${deleted.id}`);
  await make.makeSchedule(db, { user_id: seller.id, customer_id: held.id });
  const visitor = await make.makeCustomerUser(db, { customer_id: held.id });
  await make.makeBehavior(db, { customer_user_id: visitor.id, type: "view_estate" });
  await make.makeUnregister(db);
  await make.makeBlacklist(db, { type: "email", value: "noise@demo.test" });
  await make.makeWebhook(db, ["inquiry.created"]);
  await make.setSetting(db, "visa.capital_min", 20_000_000);
  await makeTracker(db);
  const estate = await makeEstate(db);
  const room = await makeRoom(db, { estate_id: estate.id });
  const unit = await makeUnit(db, { estate_id: estate.id, room_id: room.id });
  const agent = await makeAgent(db, { manager_id: lead.id });
  await makeAccount(db, { agent_id: agent.id });
  const clue = await makeClue(db, { agent_id: agent.id, estate_id: estate.id, customer_id: held.id });
  await make.makeInquiry(db, { estate_id: estate.id, customer_user_id: visitor.id });
  await make.makeInquiry(db, { kind: "visa", ext: { capital_jpy: 30_000_000 }, assignee_id: seller.id });
  const inquiry = await make.makeInquiry(db, { customer_id: held.id, assignee_id: seller.id, status: "converted" });
  const deal = await makeDeal(db, {
    ...{ customer_id: held.id, estate_id: estate.id, room_id: room.id, unit_id: unit.id, clue_id: clue.id },
    ...{ agent_id: agent.id, inquiry_id: inquiry.id, owner_id: seller.id, status: "subscribed" },
  });
  await makeBilling(db, { deal_id: deal.id });
  const line = { user_id: seller.id, user_name: seller.name, module: "customer", target_type: "customer" } as const;
  await db.insert(operationLog).values([
    { ...line, action: "create", target_id: held.id, target_name: held.name, summary: "新增客户" },
    { ...line, action: "update", target_id: held.id, target_name: held.name, summary: "修改客户" },
  ]);
}

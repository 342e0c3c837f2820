import { asc, eq } from "drizzle-orm";
import { clockNow } from "../database/clock";
import type { Database, Transaction } from "../database/database";
import { liftLimits } from "../database/lift-limits";
import { district } from "../database/tables/region/geography";
import { databaseFlag, user } from "../database/tables/system/system";
import { hashPassword, passwordFault } from "../identity/password-rule";
import { demoFlag } from "../lib/settings";
import { writeAgents } from "./agent/agents";
import { assertConsistent } from "./check";
import { writeClueLogs, writeClues } from "./clue/clues";
import { writeCompares, writeStatements } from "./clue/statements";
import { makeCompany } from "./company";
import { writeBanners, writeSections } from "./content/adverts";
import { writeCities, writeSeoArticles } from "./content/cities";
import { beginContent } from "./content/items";
import { writeNotifications } from "./content/notifications";
import { writeArticles, writeResources, writeSpecials } from "./content/resources";
import { writeSearchWords } from "./content/search-words";
import { writeSeo } from "./content/seo";
import { writeBatches, writeTransfers } from "./customer/acts";
import { writeChangeLogs, writeContacts } from "./customer/customers";
import { writePools } from "./customer/pools";
import type { Places } from "./customer/profiles";
import { writeAnnexes, writeRequirements } from "./customer/requirements";
import { writeShares } from "./customer/shares";
import { writeBehaviors, writeBlacklist, writeSiteUsers, writeUnregisters } from "./customer/users";
import { writeDeals } from "./deal/write";
import { drawGallery, drawPapers } from "./drawings/gallery";
import { writeApplications } from "./house/mansion-applications";
import { readSites } from "./house/mansion-places";
import { tellUnits, wishEstates, writeEstateViews, writeUnits } from "./house/stories";
import { writeChats } from "./inquiry/chats";
import { writeInquiries, writeInquiryLogs } from "./inquiry/inquiries";
import { tellOrigins, writeTrackers } from "./inquiry/trackers";
import { writeRegion } from "./region/write";
import { writeSchedules } from "./schedule/agenda";
import { writeComments } from "./shared/comments";
import { followIds, makePastMonths, writeCounters } from "./shared/counters";
import { newFiles } from "./shared/files";
import { writeMessages } from "./system/messages";
import { writeOperations } from "./system/operations";
import { accounts, writeStaff } from "./system/staff";
import { writeStats, writeTargets } from "./system/targets";
import type { DemoAccount, DemoOptions, Writing } from "./terms";

/** What others refer to comes first. */
const firstSteps: readonly ((writing: Writing) => Promise<unknown>)[] = [
  ...[writeApplications, writeClues],
  ...[writeContacts, writeChangeLogs, writeTransfers, writeRequirements],
  ...[
    writeAnnexes,
    writeInquiryLogs,
    writeUnits,
    writeSchedules,
    writeShares,
    writeTrackers,
    tellUnits,
    writeChats,
    wishEstates,
  ],
  ...[writeBlacklist, writeComments, writeBehaviors, writeTargets, writeRegion, writeCounters, writeMessages],
  ...[followIds, writeDeals, writeStatements, writeClueLogs, writeCompares],
];
const contentSteps = [
  ...[writeArticles, writeNotifications, writeSearchWords, writeCities, writeSeo, writeSeoArticles, tellOrigins],
  // After the origins of inquiries: downloads have the same ones.
  ...[writeResources, writeBanners, writeSections, writeSpecials],
];

/** Makes everything in memory, then writes the rows in one transaction that ends with the check, and also the files. */
export async function writeCompany(
  db: Database | Transaction,
  { password, size, now = new Date(clockNow()), services }: DemoOptions,
): Promise<DemoAccount[]> {
  const [somebody] = await db.select({ id: user.id }).from(user).limit(1);
  if (somebody) throw new Error("演示数据只能写入没有员工的空数据库");
  const fault = await passwordFault(db, password, "DEMO_PASSWORD ");
  if (fault) throw new Error(fault);
  const passwordHash = await hashPassword(password);
  // Made before the transaction, which would be idle.
  const files = newFiles(services);
  const drawings = { gallery: await drawGallery(size), papers: await drawPapers() };
  const company = makeCompany(size, now, await readPlaces(db), await readSites(db), { ...drawings, files });
  return db.transaction(async (tx) => {
    await liftLimits(tx);
    const writing = { ...company, services, tx, now, isFull: size === "full", passwordHash, files, drawings };
    await writeStaff(writing);
    await writePools(writing);
    await writeAgents(writing);
    await files.put(writing);
    for (const write of company.rows) await write(tx);
    for (const step of [writeBatches, writeSiteUsers, writeUnregisters]) await step(writing);
    await writeInquiries(writing, company);
    for (const step of firstSteps) await step(writing);
    const content = await beginContent(writing);
    for (const step of contentSteps) await step(content);
    await writeEstateViews(tx, now);
    await writeOperations(writing);
    await writeStats(tx, now);
    await tx
      .insert(databaseFlag)
      .values(demoFlag)
      .onConflictDoUpdate({ target: databaseFlag.name, set: { value: demoFlag.value } });
    await followIds(writing);
    await makePastMonths(writing);
    await assertConsistent(tx, now);
    await files.stored();
    return accounts(tx, company.staff);
  });
}

/** Districts that profiles refer to: where business is done, and the larger cities of China for residences. */
async function readPlaces(db: Database | Transaction): Promise<Places> {
  const rows = await db
    .select({
      ...{ id: district.id, country: district.country_code, name: district.name_zh },
      ...{ code: district.code, isOpen: district.is_open, isHot: district.is_hot },
    })
    .from(district)
    .where(eq(district.level, 2))
    .orderBy(asc(district.country_code), asc(district.code));
  const wishes = new Map<string, { id: number; name: string }[]>();
  for (const { id, country, name, isOpen, isHot } of rows) {
    if (country === "JP" ? isHot : isOpen) wishes.set(country, [...(wishes.get(country) ?? []), { id, name }]);
  }
  return { wishes, homes: rows.filter(({ country, code }) => country === "CN" && homeCities.includes(code)) };
}

/** Cities where buyers of overseas homes live, by GB code. */
const homeCities =
  "1101 1201 2101 2102 3101 3201 3205 3301 3302 3501 3502 3702 4101 4201 4301 4401 4403 4406 5001 5101 6101".split(" ");

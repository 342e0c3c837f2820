import { asc, eq } from "drizzle-orm";
import { demoFlag } from "~/server/lib/settings";
import { clockNow } from "../database/clock";
import type { Database, Transaction } from "../database/database";
import { liftLimits } from "../database/lift-limits";
import { district } from "../database/tables/region/geography";
import { databaseFlag, user } from "../database/tables/system/system";
import { hashPassword, passwordFault } from "../identity/password-rule";
import { writeAgents } from "./agent/write";
import { assertConsistent } from "./check";
import { writeCompares } from "./clue/compares";
import { writeStatements } from "./clue/statements";
import { makeCompany } from "./company";
import { writeBanners, writeSections } from "./content/adverts";
import { writeArticles } from "./content/articles";
import { writeCities, writeSeoArticles } from "./content/cities";
import { beginContent } from "./content/items";
import { writeNotifications } from "./content/notifications";
import { writeResources } from "./content/resources";
import { writeSearchWords } from "./content/search-words";
import { writeSeo } from "./content/seo";
import { writeSpecials } from "./content/specials";
import { writeBehaviors } from "./customer/behaviors";
import { writeBlacklist } from "./customer/blacklists";
import type { Places } from "./customer/profiles";
import { writeStats } from "./dashboard/write";
import { beginPapers } from "./deal/papers";
import { writeDeals } from "./deal/write";
import { drawGallery, drawPapers } from "./drawings/gallery";
import { readSites } from "./house/mansion-places";
import { tellUnits, wishEstates, writeEstateViews } from "./house/stories";
import { writeChats } from "./inquiry/chats";
import { tellOrigins, writeTrackers } from "./inquiry/trackers";
import { writeRegion } from "./region/write";
import { writeComments } from "./shared/comments";
import { followIds, writeCounters } from "./shared/counters";
import { storeFiles } from "./shared/files";
import { writeMessages } from "./system/messages";
import { writeOperations } from "./system/operations";
import { accounts, writeStaff } from "./system/staff-rows";
import { writeTargets } from "./system/targets";
import type { DemoAccount, DemoOptions } from "./terms";
import { writeMade } from "./write-made";

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
  const drawings = { gallery: await drawGallery(size), papers: await drawPapers() };
  const made = makeCompany(size, now, await readPlaces(db), await readSites(db), drawings);
  // Stored while the rows are written; the one wait at the end reports errors.
  const stored = storeFiles(services, made.files);
  stored.catch(() => undefined);
  return db.transaction(async (tx) => {
    await liftLimits(tx);
    // What others refer to comes first.
    await writeStaff(tx, made.calendar, made.staff, made.logins, passwordHash);
    await writeAgents(tx, made, passwordHash, services);
    await writeMade(tx, made);
    await writeTrackers(tx, made, size);
    await tellUnits(tx, made.calendar);
    await writeChats(tx, made.calendar);
    await wishEstates(tx, made.calendar);
    await writeBlacklist(tx, made.calendar, size === "full" ? 60 : 6);
    await writeComments(tx, made.calendar);
    await writeBehaviors(tx, made.calendar);
    await writeTargets(tx, made.calendar);
    await writeRegion(tx, made.calendar);
    await writeCounters(tx);
    await writeMessages(tx, made.calendar, made.staff.length, size === "full" ? 2_500 : 250);
    await followIds(tx);
    const papers = await beginPapers(tx, services);
    await writeDeals(tx, made, size, papers);
    await writeStatements(tx, made, papers);
    await writeCompares(tx, made, papers);
    const content = await beginContent(tx, now, size);
    await writeArticles(content);
    await writeNotifications(content);
    await writeSearchWords(content);
    await writeCities(content);
    await writeSeo(content);
    await writeSeoArticles(content);
    await tellOrigins(tx);
    // After the origins of inquiries: downloads have the same ones.
    await writeResources(content, papers);
    await writeBanners(content);
    await writeSections(content);
    await writeSpecials(content);
    await writeEstateViews(tx, now);
    await writeOperations(tx, made.calendar, size === "full" ? 8_000 : 800);
    await writeStats(tx, now);
    await tx
      .insert(databaseFlag)
      .values(demoFlag)
      .onConflictDoUpdate({ target: databaseFlag.name, set: { value: demoFlag.value } });
    await followIds(tx);
    await assertConsistent(tx, now);
    await stored;
    await papers.stored();
    return accounts(tx, made.staff);
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

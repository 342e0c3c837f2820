import { and, eq, gte, sql } from "drizzle-orm";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { z } from "zod";
import { longestLook, seenAfter } from "~/contract/share/share-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { share, shareOpen } from "~/server/database/tables/share/share";
import type { Environment } from "~/server/http/environment";
import { loadCaller } from "~/server/identity/caller";
import type { TokenReader } from "~/server/identity/token";
import type { Origin } from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import { notify } from "~/server/lib/notify";
import { randomToken } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { readName, signName } from "~/server/lib/signed-name";
import { isProgram } from "~/server/resources/shared/is-program";
import { hashVisitor, visitKey } from "~/server/resources/shared/visitor-hash";
import { consultantOf } from "./consultant";
import type { ShareRecord } from "./view";

const purpose = "share-visit";
const visitHours = 24;

/** A page as it is loaded once, by which its script tells of it. */
export function visitToken(services: Services, { id }: ShareRecord): string {
  const now = services.now().getTime();
  return signName(services, purpose, [id, now, randomToken()], now + visitHours * 3_600_000);
}

/** What the script of a page tells: once it was in sight, and again when it ends. */
const Look = z.object({
  visit: z.string().max(400),
  seconds: z.number().min(0).catch(0),
  estates: z.array(z.int().positive()).max(50).catch([]),
});

const isPhone = (ua: string) => /mobi|android|iphone/i.test(ua);

/** Whether somebody with a session here looks: by the cookie in which the app keeps its token. */
async function isColleague(c: Context<Environment>, { db, now }: Services, readToken: TokenReader): Promise<boolean> {
  const token = getCookie(c, "access_token");
  const claims = token ? await readToken(token, now()) : undefined;
  return claims !== undefined && (await loadCaller(db, claims.sessionId, now())) !== undefined;
}

/** Counts a look at a share, if it is one of a client (domain C.7); what is none is passed over in silence. */
export async function countLook(
  c: Context<Environment>,
  services: Services,
  { row, readToken }: { row: ShareRecord; readToken: TokenReader },
): Promise<void> {
  const origin = c.get("origin");
  if (isProgram(c)) return;
  const told = Look.safeParse(await c.req.json().catch(() => undefined));
  const [id, begun, visit] = told.success ? (readName(services, purpose, told.data.visit) ?? []) : [];
  if (!told.success || id !== String(row.id) || !visit) return;
  const waited = services.now().getTime() - Number(begun);
  if (waited < seenAfter * 1000 || (await isColleague(c, services, readToken))) return;
  const seconds = Math.round(Math.min(Math.max(told.data.seconds, seenAfter), waited / 1000, longestLook));
  const estates = told.data.estates.filter((one) => row.estate_ids.includes(one));
  await keepLook(services, row, { origin, visit, seconds, estates });
}

interface Kept {
  origin: Origin;
  visit: string;
  seconds: number;
  estates: number[];
}

async function keepLook(services: Services, { id }: ShareRecord, { origin, visit, seconds, estates }: Kept) {
  const now = services.now();
  const at = isoInstant(now);
  await services.db.transaction(async (db) => {
    // One after the other, so that counts and rows agree.
    const [row] = await db.select().from(share).where(eq(share.id, id)).for("update");
    if (!row) return;
    const visitor_hash = hashVisitor(await visitKey({ db, secret: services.secret }, dayOf(now)), origin.ip, origin.ua);
    const isKnown = await db.$count(
      shareOpen,
      and(
        ...[eq(shareOpen.share_id, id), eq(shareOpen.visitor_hash, visitor_hash)],
        gte(shareOpen.at, startOfDay(dayOf(now))),
      ),
    );
    const device = isPhone(origin.ua) ? ("mobile" as const) : ("pc" as const);
    const [kept] = await db
      .insert(shareOpen)
      .values({ share_id: id, visit, visitor_hash, at, seconds, estate_ids: estates, device })
      .onConflictDoUpdate({
        target: [shareOpen.share_id, shareOpen.visit],
        set: {
          seconds: sql`greatest(${shareOpen.seconds}, excluded.seconds)`,
          estate_ids: sql`(select coalesce(jsonb_agg(distinct one), '[]') from jsonb_array_elements(${shareOpen.estate_ids} || excluded.estate_ids) one)`,
        },
      })
      .returning({ isNew: sql<boolean>`(xmax = 0)` });
    if (!kept?.isNew) return;
    await db
      .update(share)
      .set({
        open_count: row.open_count + 1,
        visitor_count: row.visitor_count + (isKnown ? 0 : 1),
        first_opened_at: row.first_opened_at ?? at,
        last_opened_at: at,
        // A look is no change of it.
        updated_at: row.updated_at,
      })
      .where(eq(share.id, id));
    await tellOpened(services, db, row);
  });
}

/** The first look of a day is told to its consultant. The title also goes out to other platforms: it names nobody. */
async function tellOpened(
  { now }: Services,
  db: Parameters<typeof notify>[0],
  { id, share_no, title, user_id, customer_id }: ShareRecord,
): Promise<void> {
  const consultant = await consultantOf(db, { user_id, customer_id });
  if (!consultant) return;
  await notify(db, now(), null, [
    {
      ...{ user_id: consultant.id, category: "customer", title: "您分享的链接有人查看" },
      content: `${share_no} ${title}`,
      ...(customer_id !== null && { link: `/customer/editCustomerInfo/${customer_id}`, link_id: customer_id }),
      dedupe_key: `share_opened:${id}:${dayOf(now())}`,
    },
  ]);
}

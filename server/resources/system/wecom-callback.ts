import { timingSafeEqual } from "node:crypto";
import { decrypt, getSignature } from "@wecom/crypto";
import { lt } from "drizzle-orm";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { SaxesParser } from "saxes";
import { isoInstant } from "~/server/database/tables/columns";
import { wecomCallback } from "~/server/database/tables/system/system";
import type { Environment } from "~/server/http/environment";
import type { Services } from "~/server/lib/services";
import { openSetting, readSettings } from "~/server/lib/settings";
import { syncLater } from "~/server/lib/wecom-due";

const path = "/api/wecom/callback";
const limit = bodyLimit({ maxSize: 64 * 1024, onError: (c) => c.text("too large", 413) });
/** How far WeCom's clock and ours may be apart. */
const apart = 5 * 60_000;
/** What changes the tree. */
const event = "change_contact";

/** Where WeCom tells of changes in the company's tree (domain C.8). What is not WeCom's is refused without a reason. */
export function wecomCallbackDoor(services: Services): Hono<Environment> {
  const app = new Hono<Environment>();

  app.get(path, async (c) => {
    const text = await opened(services, c.req.query(), c.req.query("echostr") ?? "");
    return text === undefined ? c.text("refused", 403) : c.text(text);
  });

  app.post(path, limit, async (c) => {
    const query = c.req.query();
    const text = await opened(services, query, fieldsOf(await c.req.text())?.get("Encrypt") ?? "");
    if (text === undefined) return c.text("refused", 403);
    if (fieldsOf(text)?.get("Event") === event) await take(services, query.msg_signature ?? "");
    return c.text("success");
  });

  return app;
}

/** What WeCom has sealed for this company; undefined where it is not from WeCom, not for us, or too old. */
async function opened(services: Services, query: Record<string, string>, sealed: string): Promise<string | undefined> {
  const settings = await readSettings(services.db);
  const token = openSetting(services, settings, "wecom.callback_token");
  const key = openSetting(services, settings, "wecom.callback_aes_key");
  const { msg_signature = "", timestamp = "", nonce = "" } = query;
  if (!token || !key || !sealed || !/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(Number(timestamp) * 1000 - services.now().getTime()) > apart) return undefined;
  if (!isSame(getSignature(token, timestamp, nonce, sealed), msg_signature)) return undefined;
  try {
    const { message, id } = decrypt(key, sealed);
    return isSame(id, settings["wecom.corp_id"]) ? message : undefined;
  } catch {
    return undefined;
  }
}

function isSame(ours: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(ours), Buffer.from(theirs)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Has the sync run, once for each callback, in the transaction that remembers it. */
async function take(services: Services, signature: string): Promise<void> {
  const now = services.now();
  await services.db.transaction(async (tx) => {
    await tx.delete(wecomCallback).where(lt(wecomCallback.expires_at, isoInstant(now)));
    // As long as its moment is taken.
    const row = { signature, expires_at: isoInstant(now.getTime() + 2 * apart) };
    const fresh = await tx.insert(wecomCallback).values(row).onConflictDoNothing().returning();
    if (fresh.length) await syncLater(tx, now, "callback");
  });
}

/** The texts of a message's fields; undefined where it is no XML, or declares anything of its own. */
function fieldsOf(xml: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  const open: string[] = [];
  const parser = new SaxesParser();
  const fail = (error: Error) => {
    throw error;
  };
  const add = (text: string) => {
    const [, name] = open;
    if (name && open.length === 2) fields.set(name, (fields.get(name) ?? "") + text);
  };
  parser.on("error", fail);
  parser.on("doctype", () => fail(new Error("a document type")));
  parser.on("opentag", ({ name }) => void open.push(name));
  parser.on("closetag", () => void open.pop());
  parser.on("text", add);
  parser.on("cdata", add);
  try {
    parser.write(xml).close();
    return fields;
  } catch {
    return undefined;
  }
}

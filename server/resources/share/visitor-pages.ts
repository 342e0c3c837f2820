import { and, eq } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { errors } from "~/contract/errors";
import type { FormField } from "~/contract/special/special";
import { media } from "~/server/database/tables/system/system";
import type { Environment } from "~/server/http/environment";
import { tokenReader } from "~/server/identity/token";
import { rowsOf } from "~/server/lib/call";
import { admitVisitor } from "~/server/lib/public-read";
import type { Services } from "~/server/lib/services";
import { lastingName, readLastingName } from "~/server/lib/signed-name";
import { householdOf, ownLimit } from "~/server/lib/try-limit";
import { documentOf, policyOf } from "~/server/resources/content/page";
import { inSize, throughHere } from "~/server/resources/shared/upload";
import { type Complaints, type Door, formToken, type Typed, takeForm } from "~/server/resources/special/door";
import type { FormShown } from "~/server/resources/special/form-html";
import { formPlaces } from "~/server/resources/special/page";
import { admitted, countPost, formBytes, typedIn } from "~/server/resources/special/posted";
import { wordsOf } from "~/server/resources/special/words";
import { shareAt } from "./at-token";
import { consultantOf } from "./consultant";
import { contentOf } from "./content";
import { bodyHtml } from "./html";
import { countLook, visitToken } from "./opens";
import { script } from "./script";
import { sheet } from "./sheet";
import { modulesOf } from "./special-part";
import type { ShareRecord } from "./view";
import { shareWords } from "./words";

type PageContext = Context<Environment, "/s/v/:token">;

const fields: readonly FormField[] = ["name", "phone", "wechat", "email", "note"];
/** What a script may tell a minute, of one address. */
const lookLimit = ownLimit(120);
const lookBytes = 4 * 1024;
const picturePurpose = "share-picture";

/** `/s/v/{token}`: what was shared, for who has its address (domain C.7). */
export function sharePages(services: Services): Hono<Environment> {
  const app = new Hono<Environment>();
  const readToken = tokenReader(services.secret);
  app.use("/s/v/:token", compress());

  app.get("/s/v/:token", async (c) => {
    const refused = await admitted(() => admitVisitor({ services, origin: c.get("origin") }));
    if (refused) return tell(c, services, refused);
    const at = await found(c, services);
    if (at.is !== "open") return tell(c, services, at.is === "over" ? 41000 : 40400, at);
    return show(c, services, at.row, { isSent: c.req.query("sent") === "1" });
  });

  app.post(
    "/s/v/:token",
    bodyLimit({
      maxSize: formBytes,
      onError: async (c) => tell(c as PageContext, services, (await countPost(c, services)) ?? 41300),
    }),
    async (c) => {
      const refused = await countPost(c, services);
      const at = await found(c, services);
      if (at.is !== "open") return tell(c, services, refused ?? (at.is === "over" ? 41000 : 40400), at);
      const { row } = at;
      const typed = await typedIn(c);
      if (refused)
        return show(c, services, row, {
          typed,
          complaints: { errors: {}, message: wordsOf(row.language).tooOften },
          status: errors[refused].status,
        });
      const [estate, ...others] = row.estate_ids;
      const complaints = await takeForm({
        ...{ services, origin: c.get("origin"), door: doorOf(row), typed },
        about: estate !== undefined && others.length === 0 ? { estate_id: estate } : {},
        of: { share_id: row.id, assignee_id: (await consultantOf(services.db, row))?.id ?? null },
      });
      if (complaints) return show(c, services, row, { typed, complaints, status: 422 });
      return c.redirect(`/s/v/${c.req.param("token")}?sent=1#form`, 303);
    },
  );

  app.post("/s/v/:token/open", bodyLimit({ maxSize: lookBytes, onError: (c) => c.body(null, 413) }), async (c) => {
    const refused = await admitted(() => lookLimit(services, householdOf(c.get("origin").ip)));
    const at = refused ? undefined : await found(c, services);
    if (at?.is === "open") await countLook(c, services, { row: at.row, readToken });
    // Nobody reads the answer: it tells nothing.
    return c.body(null, 204);
  });

  app.get("/s/v/:token/file/:name", async (c) => {
    const refused = await admitted(() => admitVisitor({ services, origin: c.get("origin") }));
    if (refused) return c.text("", errors[refused].status);
    const at = await found(c, services);
    if (at.is !== "open") return c.text("", at.is === "over" ? 410 : 404);
    const [of, id, size] = readLastingName(services, picturePurpose, c.req.param("name")) ?? [];
    const isReady = and(eq(media.id, Number(id)), eq(media.status, "ready"), eq(media.kind, "image"));
    const [file] = of === String(at.row.id) ? await rowsOf(services.db, media, isReady) : [];
    if (!file) return c.text("", 404);
    const { body, type } = await throughHere(services, inSize(file, size), c.req.raw);
    // Hono's body type lacks Uint8Array over ArrayBufferLike; both are what Response takes.
    return c.body(body as ReadableStream, 200, { "content-type": type });
  });
  return app;
}

const found = (c: Context<Environment>, { db, now }: Services) => shareAt(db, c.req.param("token") ?? "", now());

const doorOf = ({ id, language }: ShareRecord): Door => ({
  ...{ on: "share", id, lang: language, form_fields: fields, form_kind: "estate" },
});

interface Showing {
  isSent?: boolean;
  typed?: Typed;
  complaints?: Complaints;
  status?: 200 | 422 | 429;
}

async function show(
  c: PageContext,
  services: Services,
  row: ShareRecord,
  { isSent = false, typed = {}, complaints, status = 200 }: Showing,
): Promise<Response> {
  const { db } = services;
  const address = `/s/v/${c.req.param("token")}`;
  const pictureOf = (id: number, size?: "thumb") =>
    `${address}/file/${lastingName(services, picturePurpose, size ? [row.id, id, size] : [row.id, id])}`;
  const consultant = await consultantOf(db, row);
  const content = await contentOf({ db, services }, row, { pictureOf, consultant, seesOffline: false });
  const isKept = complaints && !complaints.isStale && typed.token;
  const form: FormShown = {
    ...{ words: wordsOf(row.language), fields, kind: "estate", action: `${address}#form`, query: "", values: typed },
    token: isKept && typed.token ? typed.token : formToken(services, doorOf(row)),
    ...{ errors: complaints?.errors ?? {}, message: complaints?.message ?? null },
    ...(await formPlaces({ db }, { lang: row.language, fields, kind: "estate" })),
  };
  const body = bodyHtml({
    ...{ content, form, isSent, open: `${address}/open`, visit: visitToken(services, row) },
    modules: content.special ? await modulesOf({ db, services }, row, form) : "",
  });
  // Who comes back from sending the form was counted before.
  const isCounted = c.req.method === "GET" && !isSent;
  const html = documentOf({
    ...{ title: content.title, lang: row.language, sheet, head },
    body: isCounted ? `${body}\n${script.html}` : body,
  });
  return c.body(html, status, await headersOf(services));
}

const head = '<meta name="robots" content="noindex, nofollow" />';

const headersOf = async (services: Services) => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "content-security-policy": `${await policyOf(services, { sheet, framers: "'none'" })}; script-src ${script.source}; connect-src 'self'`,
});

type Told = 40400 | 41000 | 41300 | 42900;

async function tell(
  c: PageContext,
  services: Services,
  code: Told,
  at?: { row?: Pick<ShareRecord, "language"> },
): Promise<Response> {
  const lang = at?.row?.language ?? "zh";
  const { over, missing } = shareWords(lang);
  const title = { 40400: missing, 41000: over, 41300: wordsOf(lang).check, 42900: wordsOf(lang).tooOften }[code];
  const body = `<main class="gone"><h1>${title}</h1></main>`;
  return c.body(documentOf({ title, lang, head, body, sheet }), errors[code].status, await headersOf(services));
}

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { isbot } from "isbot";
import { errors } from "~/contract/errors";
import type { PublicSpecial } from "~/contract/special/public-special";
import type { Environment } from "~/server/http/environment";
import { admitVisitor } from "~/server/lib/public-read";
import type { Services } from "~/server/lib/services";
import { documentOf, policyOf } from "~/server/resources/content/page";
import { collectContentVisit } from "~/server/resources/content/visits";
import { collectVisit } from "~/server/resources/inquiry/visit/collect";
import { type AtAddress, heldUntil, specialAt } from "./at-address";
import { type Complaints, type Door, formToken, type Typed, takeForm } from "./door";
import { bodyHtml, headHtml, type SizeOf } from "./html";
import { type FormPlaces, formOf, placesOf, sizesOf } from "./page";
import { admitted, countPost, formBytes, typedIn } from "./posted";
import { readSpecial } from "./reading";
import { sheet } from "./sheet";
import { pageUrl } from "./tracker";
import { versionFor, versionSent } from "./versions";
import type { Special } from "./view";
import { wordsOf } from "./words";

type PageContext = Context<Environment, "/s/:slug">;

/** Of the address under which a page was opened, which says where somebody came from. */
const longestQuery = 400;

/** `/s/{slug}`: a special page for visitors, by the renderer of publishing. It works without a script; its form is sent to the same address. */
export function specialPages(services: Services): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use("/s/*", compress());

  app.get("/s/:slug", async (c) => {
    const { origin } = visitOf(c);
    const refused = await admitted(() => admitVisitor({ services, origin }));
    if (refused) return tell(c, services, refused);
    const key = `special ${c.req.param("slug")}`;
    const now = services.now();
    // Only this file keeps anything under such a key.
    let facts = services.answers?.find(key, now) as Facts | undefined;
    if (!facts) {
      const turn = services.answers?.begin();
      const at = await specialAt(services.db, c.req.param("slug"), now);
      if (at.is !== "open") return elsewhere(c, services, at);
      facts = await factsOf(services, await seenBy(c, services, at.row));
      const until = await heldUntil(services.db, at.row, now);
      // What differs between visitors is made for each.
      if (at.row.variant_ids.length === 0) services.answers?.keep(key, facts, { bytes: factsBytes, until, turn, now });
    }
    const isSent = c.req.query("sent") === "1";
    // A visitor who comes back from sending the form was counted before.
    if (!isSent) await countVisit(c, services, facts.row);
    return draw(c, services, facts, { isSent });
  });

  app.post(
    "/s/:slug",
    bodyLimit({
      maxSize: formBytes,
      onError: async (c) => tell(c as PageContext, services, (await countPost(c as PageContext, services)) ?? 41300),
    }),
    async (c) => {
      const refused = await countPost(c, services);
      const at = await specialAt(services.db, c.req.param("slug"), services.now());
      if (at.is !== "open") return refused ? tell(c, services, refused) : elsewhere(c, services, at);
      const typed = await typedIn(c);
      const row = await versionSent(services, at.row, Number(typed.version));
      if (!row.modules.some(({ type }) => type === "form")) return tell(c, services, 40400);
      const { origin } = visitOf(c);
      if (refused)
        return show(c, services, row, {
          typed,
          complaints: { errors: {}, message: wordsOf(row.lang).tooOften },
          status: errors[refused].status,
        });
      const query = (typed.query ?? "").slice(0, longestQuery);
      // As their own browser named it, where no setting does.
      const url = new URL(await pageUrl(services, row.slug), c.req.url).href;
      const { tracker_code: code } = await readSpecial({ db: services.db, services }, row, {
        base: "",
        isPreview: false,
      });
      const opened = query ? `${url}?${query}` : url;
      const complaints = await takeForm({
        services,
        origin,
        door: doorOf(row),
        code,
        typed,
        about: aboutOf(row, opened),
      });
      if (complaints) return show(c, services, row, { typed, complaints, status: 422 });
      return c.redirect(row.thanks_url ?? `/s/${row.slug}?sent=1#form`, 303);
    },
  );
  return app;
}

const doorOf = ({ id, lang, form_fields, form_kind }: Special): Door => ({
  ...{ on: "special", id, lang, form_fields, form_kind },
});

function aboutOf({ id, estate_ids, form_kind }: Special, opened: string) {
  const [estate, ...others] = estate_ids;
  // A page about one estate asks for that one.
  const asksForIt = estate !== undefined && others.length === 0 && form_kind === "estate";
  const about = { page_url: opened.slice(0, 500), content_kind: "special" as const, content_id: id };
  return asksForIt ? { ...about, estate_id: estate } : about;
}

const visitOf = (c: PageContext) => ({ origin: c.get("origin") });

/** Programs see the page itself. */
const seenBy = (c: PageContext, services: Services, page: Special): Special | Promise<Special> => {
  const { ip, ua } = visitOf(c).origin;
  return !ua || isbot(ua) ? page : versionFor(services, page, [ip, ua]);
};

/** Counts a page that was opened by a person: at the page, and at its tracking point, as the sites' own pages tell theirs. */
async function countVisit(c: PageContext, services: Services, { id, tracker_id }: Special): Promise<void> {
  const { ip, ua } = visitOf(c).origin;
  const isAhead = /prefetch/.test(c.req.header("sec-purpose") ?? "");
  if (c.req.method !== "GET" || isAhead || !ua || isbot(ua)) return;
  const visitor = [ip, ua, ""];
  await collectContentVisit(services, { kind: "special", id, type: "view", visitor });
  if (tracker_id) await collectVisit(services, { id: tracker_id, type: "pv", visitor });
}

interface Showing {
  isSent?: boolean;
  typed?: Typed;
  complaints?: Complaints;
  status?: 200 | 422 | 429;
}

/** What a page is made of, for every visitor. */
interface Facts {
  row: Special;
  page: PublicSpecial;
  places: FormPlaces;
  sizeOf: SizeOf;
  headers: Record<string, string>;
}

/** As much as a long page takes. */
const factsBytes = 64 * 1024;

async function factsOf(services: Services, row: Special): Promise<Facts> {
  const asking = { db: services.db, services };
  const reading = { base: "", isPreview: false };
  const page = await readSpecial(asking, row, reading);
  const [places, sizeOf] = [await placesOf(asking, page), await sizesOf(asking, row, reading)];
  return { row, page, places, sizeOf, headers: await headersOf(services, row.thanks_url) };
}

/** The page as it is, with what was typed and what was wrong with it. */
const show = async (c: PageContext, services: Services, row: Special, showing: Showing): Promise<Response> =>
  draw(c, services, await factsOf(services, row), showing);

function draw(
  c: PageContext,
  services: Services,
  { row, page, places, sizeOf, headers }: Facts,
  { isSent = false, typed = {}, complaints, status = 200 }: Showing,
): Response {
  const isKept = complaints && !complaints.isStale && typed.token;
  const form = formOf(page, places, {
    action: `/s/${row.slug}#form`,
    token: isKept && typed.token ? typed.token : formToken(services, doorOf(row)),
    version: row.id,
    query: (typed.query ?? new URL(c.req.url).search.slice(1)).slice(0, longestQuery),
    values: typed,
    errors: complaints?.errors ?? {},
    message: complaints?.message ?? null,
  });
  const body = bodyHtml({ page, form, isSent, now: services.now(), sizeOf });
  const html = documentOf({ title: page.seo.title, lang: row.lang, head: headHtml(page), body, sheet });
  return c.body(html, status, headers);
}

const headersOf = async (services: Services, thanksUrl: string | null = null) => ({
  "content-type": "text/html; charset=utf-8",
  // Each visit is asked for here, where it is counted; going back shows what was typed.
  "cache-control": "private, no-cache",
  "content-security-policy": await policyOf(services, { sheet, framers: "'none'", formLeadsTo: thanksUrl }),
});

type Told = 40400 | 41000 | 41300 | 42900;
const words: Readonly<Record<Told, string>> = {
  40400: "页面不存在或已下线",
  41000: errors[41000].message,
  41300: "提交的内容过长",
  42900: errors[42900].message,
};

const elsewhere = (c: PageContext, services: Services, at: Exclude<AtAddress, { is: "open" }>) => {
  if (at.is === "moved") return c.redirect(`/s/${at.to}`, c.req.method === "GET" ? 301 : 308);
  return tell(c, services, at.is === "ended" ? 41000 : 40400);
};

async function tell(c: PageContext, services: Services, code: Told): Promise<Response> {
  const title = words[code];
  const body = `<main class="gone"><h1>${title}</h1></main>`;
  const head = '<meta name="robots" content="noindex" />';
  return c.body(documentOf({ title, lang: "zh", head, body, sheet }), errors[code].status, await headersOf(services));
}

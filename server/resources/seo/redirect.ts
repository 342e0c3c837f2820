import { eq, ne, sql } from "drizzle-orm";
import {
  siteRedirect as contract,
  siteRedirectImport as importing,
  mostRedirects,
  publicRedirect,
  RedirectFields,
  RedirectRow,
} from "~/contract/seo/redirect";
import { missingPage, siteRedirect } from "~/server/database/tables/seo/site-page";
import { Refusal, refuse, refuseFields, rowOf, type SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { orderOf, tablePage } from "~/server/lib/list";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import { includesText } from "~/server/lib/search";
import { serve, serveAct } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { importHandlers } from "~/server/resources/shared/import/import-file";
import { countMissing } from "./led-on";
import { explanations, importRedirects } from "./redirect/import";
import { complaintOn, lockRedirects, redirectsNow, tidyPaths } from "./redirect/rules";
import { redirectFrom, tidyPath } from "./site-page";

type Redirect = typeof siteRedirect.$inferSelect;

const redirects = entity({
  ...{ table: siteRedirect, module: "seo", type: "site_redirect", title: "跳转" },
  fields: RedirectFields,
  nameOf: ({ from_path }) => from_path,
});

const toRow = ({ user: { permissions } }: SignedCall, row: Redirect): RedirectRow => {
  const may = permissions.has("seo:section:edit");
  return rowOf(RedirectRow, row, { can: { edit: may, delete: may } });
};

const redirectOf = async (call: SignedCall, id: number) => toRow(call, await redirects.find(call, id));

/** What a form says as it is kept; ends the request with complaints. Until the commit nobody else changes a redirect. */
async function checked(call: SignedCall, body: RedirectFields, ownId = 0): Promise<RedirectFields> {
  const { db } = call;
  await lockRedirects(db);
  const tidy = tidyPaths(await readSettings(db), body);
  if ("field" in tidy) return refuseFields([tidy]);
  const others = await redirectsNow(db, ne(siteRedirect.id, ownId));
  if (!ownId && others.length >= mostRedirects)
    throw new Refusal(42200, `跳转最多${mostRedirects}条，请先删除不再需要的`, { errors: [] });
  if (others.some(({ from_path }) => from_path === tidy.from_path)) return refuse(40900, { label: "旧地址" });
  const wrong = complaintOn(tidy, others);
  if (wrong) return refuseFields([wrong]);
  await db.delete(missingPage).where(eq(missingPage.path, tidy.from_path));
  return { ...body, ...tidy };
}

export const redirectHandlers = [
  serve(contract.list, (call) => {
    const { keyword, sort } = call.query;
    const where = keyword
      ? sql`(${includesText(siteRedirect.from_path, keyword)} or ${includesText(siteRedirect.to_path, keyword)})`
      : undefined;
    const order = orderOf(siteRedirect, sort, siteRedirect.id);
    return tablePage(call, siteRedirect, { where, order }, async (_, rows) => rows.map((row) => toRow(call, row)));
  }),
  serve(contract.get, (call) => redirectOf(call, call.params.id)),
  serve(contract.create, async (call) => redirects.add(call, await checked(call, call.body))),
  serveAct(contract.update, redirectOf, async (call, id, { version, ...body }) => {
    const row = await redirects.lock(call, id, version);
    await redirects.edit(call, row, await checked(call, body, id));
  }),
  serve(contract.remove, (call) => redirects.drop(call, call.params.id)),
  ...importHandlers(importing, {
    label: "跳转",
    explanations,
    kind: () => "site_redirect",
    megabytes: 5,
    read: (call, file) => importRedirects(call, file),
  }),
  serve(publicRedirect.get, async (call) => {
    await admitVisitor(call);
    const { db, services, query } = call;
    const settings = await readSettings(db);
    const path = tidyPath(settings, query.path);
    const to = path === undefined ? undefined : await redirectFrom(db, path);
    if (to === undefined) {
      if (path !== undefined) await countMissing(services, path);
      return refuse(40400);
    }
    const { "site.main_base": base } = settings;
    return cachedAs({ to, url: base ? new URL(to, base).href : null }, {});
  }),
];

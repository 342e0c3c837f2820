import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { viewer } from "~/app/session/viewer";
import type { ScreenData } from "~/contract/screen-data";
import { allScreens } from "~/contract/screens";
import { mansionApplication } from "~/server/database/tables/house/property";
import { firstVisit } from "~/server/first-requests";
import { screens as declared } from "~/server/resources/areas";
import { makeAgent } from "../support/agent";
import { testApi } from "../support/api";
import { resetDatabase, testDatabase } from "../support/database";
import { makeEstate } from "../support/estate";
import { makeCustomer, makeCustomerUser, makeInquiry, makeRequirement, makeUser, testNow } from "../support/factories";
import { putApplication } from "../support/mansion-application";
import { signInAs } from "../support/render-route";

interface RouteModule {
  clientLoader?: (args: Pick<ClientLoaderFunctionArgs, "request" | "params">) => unknown;
}

const modules = import.meta.glob<RouteModule>("../../app/routes/**/*.tsx");
const screens = allScreens.filter((screen) => screen.file && !screen.public);

/** Screens whose loader requests nothing that is known from the address. */
const unaided = [
  "/customer/addCustomerInfo",
  "/agent/list/addAgent",
  "/system/setCenter",
  "/house/mansion-management/mansion-management-edit",
  "/regionalManage/district-edit",
  "/regionalManage/countryList/country-edit",
  "/article/news-list/news-edit",
  "/resources/video/deployVideo",
  "/resources/investment/invest-edit",
  "/resources/banner/deployBanner",
  "/seo/cityIntroduce/introdeceForm",
  "/seo/cityIntroduce/encyclopaedic/formArticle",
  "/seo/seo-article/editArticle",
  "/specialEstate/special/edit-special",
];

/** Screens that are made of panes or of a form that asks for something, as a page is. */
const inPanes = [
  "/dashboard",
  "/dashboard/estateTrend",
  "/dashboard/customerTrend",
  "/dashboard/clueTrend",
  "/dashboard/agentTrend",
  "/personal-center",
  "/inquiry/chat-inquiry",
  "/notification/information-list/information-edit",
];

/** Addresses as people have them; a list, a record and a dashboard each read their own part. */
const searches = [
  "",
  "?page=400&page_size=100",
  "?page=2&page_size=50&sort=-created_at&keyword=%E7%8E%8B+%2B&level=A,B",
  "?view=transfer",
  "?view=team&saved=3&status=pending",
  "?view=month&day=2026-11-05&scope=team",
  "?tab=trackings&write=1",
  "?client_id={id}",
  "?edit=new",
  "?from=2026-11-01&to=2026-11-20&metric=tracking_valid",
  "?from=2026-11-20&to=2026-11-01&sort=strange&page=zero",
];

const allData: Record<string, ScreenData> = declared;
const { db } = testDatabase();
const api = testApi(db, { now: testNow });
let id = 0;
let asked: string[];
/** What the layout asks for at every address, once. */
let layoutAsks: string[];

beforeAll(async () => {
  await resetDatabase(db);
  const admin = await makeUser(db, { role: "super_admin" });
  ({ asked } = await signInAs(api, admin.id));
  await viewer();
  layoutAsks = [...asked];
  const customer = await makeCustomer(db);
  id = customer.id;
  await makeCustomerUser(db, { id });
  await makeRequirement(db, { customer_id: id });
  await makeEstate(db, { id });
  await makeInquiry(db, { id, kind: "visa", ext: { nationality: "CN" } });
  await makeAgent(db, { id, manager_id: admin.id });
  const application = await putApplication(db, api.services);
  await db.update(mansionApplication).set({ id }).where(eq(mansionApplication.id, application.id));
});

/** What the screen's loader and the layout's ask for, in the spelling of the wire. */
async function askedAt(file: string, url: URL): Promise<string[]> {
  const module = await modules[`../../app/routes/${file}`]?.();
  asked.length = 0;
  const args: Pick<ClientLoaderFunctionArgs, "request" | "params"> = {
    request: new Request(url),
    params: { id: String(id), inquiryId: String(id) },
  };
  await module?.clientLoader?.(args);
  return [...layoutAsks, ...asked].map((line) => line.replace(/^GET /, ""));
}

describe.each(screens.map((screen) => ({ ...screen, file: screen.file ?? "" })))("$path", ({ path, file }) => {
  const isNumbered = /\/(detail|mansion-confirm|estate-detail|inquiry-detail|rental-detail)$/.test(path);
  const isRecord = path.includes("/:") || isNumbered;
  const at = (search: string) => {
    const url = new URL(
      path.replace(/:(id|inquiryId)\b/, String(id)) + search.replace("{id}", String(id)),
      "http://test.local",
    );
    if (isNumbered) url.searchParams.set("id", String(id));
    if (path.endsWith("/childAgent")) url.searchParams.set("agent_id", String(id));
    return url;
  };

  it("is begun with exactly what its loaders ask for", async () => {
    for (const search of searches) {
      const begun = firstVisit(at(search))?.requests ?? [];
      const asked = await askedAt(file, at(search));
      for (const address of begun) expect(asked, `${search} begins ${address}`).toContain(address);
      expect(begun).toEqual(expect.arrayContaining(["/api/user/profile", "/api/user/menus"]));
      expect(new Set(begun).size).toBe(begun.length);
    }
  });

  it("begins with its own data on a plain visit", () => {
    const own = (firstVisit(at(""))?.requests.length ?? 0) - 2;
    if (unaided.includes(path)) expect(own).toBe(0);
    else expect(own).toBeGreaterThan(0);
    expect(firstVisit(at(""))?.frame).toBe(
      isRecord || inPanes.includes(path) || unaided.includes(path) ? "page" : "list",
    );
  });
});

it("knows the kind of every record that a screen shows, so that the screen hears when somebody changes it", () => {
  // Secondary data on record pages, and the log, whose lines never change.
  const beside =
    /^GET \/api\/(estate\/\{id\}\/(room|album)|estate\/mansion\/\{id\}\/album|system\/user\/\{id\}\/handover|system\/record\/\{id\})/;
  const unknown = Object.entries(allData).flatMap(([path, { requests }]) => {
    const search = new URLSearchParams({
      id: "7",
      edit: "7",
      view: "7",
      leave: "7",
      source: "7",
      target: "7",
      detail: "7",
    });
    const url = new URL(`http://test.local${path}?${search}`);
    return Object.values(requests({ url, search, params: { id: "7" } })).flatMap((one) =>
      one?.endpoint.path.includes("{id}") && !one.endpoint.kind ? one.endpoint.line : [],
    );
  });
  expect([...new Set(unknown)].filter((line) => !beside.test(line))).toEqual([]);
});

it("begins nothing for the sign-in page, and for unknown addresses", () => {
  for (const path of ["/login", "/", "/no/such/page"])
    expect(firstVisit(new URL(path, "http://test.local"))).toBeUndefined();
});

it("begins no request for a record whose number is none", () => {
  for (const part of ["0", "abc", "1e9", "%00", "99999999999999999999"])
    expect(firstVisit(new URL(`/customer/editCustomerInfo/${part}`, "http://test.local"))?.requests).toEqual([
      "/api/user/profile",
      "/api/user/menus",
    ]);
});

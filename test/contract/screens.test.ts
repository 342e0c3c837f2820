import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { permissions } from "~/contract/permissions";
import { allScreens, mayOpen, partAt, screenAt, titleOfNew } from "~/contract/screens";

test("every screen has an address of its own, without an underscore, which WeCom's state splits on", () => {
  const paths = allScreens.map((screen) => screen.path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => path.includes("_"))).toEqual([]);
});

test("every screen has a file, and groups of the menu and parts of screens alone have none", () => {
  const without = allScreens.filter((screen) => !screen.file && !screen.partOf);
  expect(without.filter(({ children, menu }) => !children?.length || !menu).map(({ path }) => path)).toEqual([]);
});

test("a part stands beside its screen, at the screen's own path", () => {
  for (const { path, partOf, parents } of allScreens.filter((screen) => screen.partOf)) {
    expect(parents.at(-1)?.children?.find((beside) => beside.path === partOf)?.file).toBeDefined();
    expect(path.startsWith(`${partOf}?`)).toBe(true);
    expect(screenAt(path)).toBeUndefined();
  }
  const at = (search: string) => partAt({ pathname: "/covenant/covenantlist", search })?.title;
  expect(["?tab=bills&status=paid", "", "?tab=billing", "?open=7&tab=bills"].map(at)).toEqual([
    "账单",
    ...[undefined, undefined, undefined],
  ]);
});

test("a screen's file exists", () => {
  const files = allScreens.flatMap((screen) => screen.file ?? []);
  expect(files.filter((file) => !existsSync(`app/routes/${file}`))).toEqual([]);
});

test("every screen of the fixed route tree (domain S.2) is on the map", () => {
  const tree: Record<string, string> = {
    "/dashboard": "estateTrend customerTrend clueTrend agentTrend",
    "/analysis": "overview salesBriefing",
    "/schedule-list": "",
    "/personal-center": "",
    "/agent/list": "addAgent childAgent",
    "/agent": "agentLogin agentUnregister",
    "/inquiry/all-inquiry": "inquiry-detail",
    "/inquiry/estate-inquiry": "inquiry-detail inquiryInfo/:inquiryId",
    "/inquiry/rental": "rental-detail",
    "/inquiry/management": "managementInfo/:inquiryId",
    "/inquiry": "chat-inquiry tracker",
    "/customer/register": "detail",
    "/customer":
      "publicCustomer customerInfor editCustomerInfo/:id addCustomerInfo tracking deleteCustomer requirementInput unregister blackList",
    "/Covenant": "covenantList",
    "/house/mansion-management": "mansion-management-edit",
    "/house/mansion": "mansion-confirm",
    "/house/estate-list": "estate-detail",
    "/house": "audit",
    "/clue": "feedback accountStatement",
    "/notification/information-list": "information-edit",
    "/article/news-list": "news-edit",
    "/article": "news-tag",
    "/resources/banner": "deployBanner",
    "/resources/video": "deployVideo",
    "/resources/investment": "invest-edit",
    "/resources": "homeSection keyword reportDownload",
    "/regionalManage/countryList": "regionalList twoLevelList threeLevelList country-edit",
    "/regionalManage": "district-edit currencyList",
    "/seo/cityIntroduce": "introdeceForm encyclopaedic encyclopaedic/formArticle",
    "/seo/seo-article": "editArticle",
    "/seo": "section topicTitleList topicDescList tagList keywordsList",
    "/specialEstate/special": "edit-special",
    "/specialEstate": "specialList",
    "/system": "version role user broker record setCenter",
    "/login": "",
    "/auth": "",
    "/weAuth": "",
  };
  const paths = new Set(allScreens.map((screen) => screen.path));
  const named = Object.entries(tree).flatMap(([path, below]) => [
    path,
    ...below
      .split(" ")
      .filter(Boolean)
      .map((name) => `${path}/${name}`),
  ]);
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
});

test("an address is matched in either case, with its parameters", () => {
  expect(screenAt("/weauth")?.path).toBe("/weAuth");
  expect(screenAt("/customer/EDITcustomerInfo/12")?.path).toBe("/customer/editCustomerInfo/:id");
  expect(screenAt("/customer/editCustomerInfo/12/more")).toBeUndefined();
});

test("a screen opens for a holder of any of its codes, and for nobody else", () => {
  const screen = screenAt("/system/setCenter");
  if (!screen) throw new Error("missing");
  expect(mayOpen(screen, ["dashboard:target:manage"])).toBe(true);
  expect(mayOpen(screen, new Set(["dashboard:tob:view"]))).toBe(false);
});

test("the registry holds the 131 codes (domain A.2.1), each once", () => {
  expect(permissions).toHaveLength(131);
  expect(new Set(permissions).size).toBe(131);
});

test("historic spellings of the URLs stand in the map alone", () => {
  const routes = readFileSync("app/routes.ts", "utf8");
  expect(routes).not.toMatch(/customerInfor|introdeceForm|Covenant/);
});

test("an act of a screen begins at a screen, which whoever is offered it may open", () => {
  const acts = allScreens.flatMap((screen) => (screen.acts ?? []).map((act) => ({ ...act, screen })));
  expect(new Set(acts.map(({ title }) => title)).size).toBe(acts.length);
  for (const { title, at, of, permission, screen } of acts) {
    const path = at.startsWith("/") ? at.replace("{id}", "7").replace(/\?.*/, "") : screen.path;
    const target = screenAt(path);
    const codes = [screen.permission ?? []].flat().map((code) => [code, ...(permission ? [permission] : [])]);
    expect([title, target?.file !== undefined, at.includes("{id}")]).toEqual([title, true, of !== undefined]);
    // A way in by any of several codes is one way in each.
    for (const held of codes) expect([title, target && mayOpen(target, held)]).toEqual([title, true]);
  }
});

test("the form of a new record is called 新增, wherever an act begins one, and a record's own as its screen", () => {
  const begun = allScreens.flatMap(({ path, acts = [] }) =>
    acts.filter(({ at, of }) => !of && /^\/|=new$/.test(at)).map(({ at }) => new URL(at, `http://x${path}`)),
  );
  const district = new URL("http://x/regionalManage/district-edit?country=JP&parent_id=3");
  const titleAt = ({ pathname, searchParams }: URL) => {
    const screen = screenAt(pathname);
    return (screen && titleOfNew(screen, searchParams)) ?? screen?.title;
  };
  expect(begun.length).toBeGreaterThan(10);
  for (const address of [...begun, district]) expect(titleAt(address)).toMatch(/^新增[^/]/);
  for (const [address, title] of Object.entries({
    "/article/news-list/news-edit?id=7&draft=1": "编辑资讯",
    "/seo/cityIntroduce/encyclopaedic/formArticle?id=7&city_id=3": "编辑百科文章",
    "/regionalManage/countryList/country-edit?code=JP": "编辑国家/地区",
    "/resources/reportDownload?form=7": "趋势报告",
    "/resources/reportDownload": "趋势报告",
    "/customer/requirementInput?edit=7": "需求录入",
  }))
    expect(titleAt(new URL(address, "http://x"))).toBe(title);
});

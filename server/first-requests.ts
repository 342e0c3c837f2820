import type { z } from "zod";
import { customer } from "~/contract/customer/customer";
import { unregister } from "~/contract/customer/unregister";
import { analytics } from "~/contract/dashboard/analytics";
import { dashboardRange } from "~/contract/dashboard/dashboard-range";
import { addressOf, type Endpoint } from "~/contract/endpoint";
import { album } from "~/contract/house/album";
import { estate } from "~/contract/house/estate";
import { estateAudit } from "~/contract/house/estate-audit";
import { mansion } from "~/contract/house/mansion";
import { mansionApplication } from "~/contract/house/mansion-application";
import { room } from "~/contract/house/room";
import { binding } from "~/contract/personal/binding";
import { user } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";
import { country } from "~/contract/region/country";
import { district } from "~/contract/region/district";
import { districtsAt } from "~/contract/region/district-place";
import { schedule } from "~/contract/schedule/schedule";
import { calendarAt } from "~/contract/schedule/schedule-calendar";
import { requestAddresses, screenAddress } from "~/contract/screen-data";
import { type Screen, screenAt } from "~/contract/screens";
import { system } from "~/contract/system/system";
import type { FirstVisit } from "~/server/http/pages";
import { screens as declaredData, served } from "~/server/resources/areas";

/** A list of districts asks for those of its own level. */
const districtLevel = (level: number) => ({
  frame: "list" as const,
  requests: (url: URL) => [addressOf(district.list, { query: districtsAt(url, level) })],
});

/** Screens for which the rule of `endpointOf` finds nothing, or not what their loader asks for. */
const exceptions: Readonly<
  Record<string, { frame: FirstVisit["frame"]; requests: (url: URL) => (string | undefined)[] }>
> = {
  "/dashboard": {
    frame: "page",
    requests: ({ searchParams }) => {
      const range = dashboardRange(searchParams);
      return [
        addressOf(analytics.kpi, { query: range }),
        addressOf(analytics.todo, {}),
        addressOf(analytics.target, { query: { month: range.to.slice(0, 7) } }),
      ];
    },
  },
  "/personal-center": {
    frame: "page",
    requests: ({ search }) =>
      // With a query it is the way back from Slack, which leads on at once.
      search
        ? []
        : [user.sessions, user.logins, user.summary, binding.slack, system.publicConfig].map((one) =>
            addressOf(one, {}),
          ),
  },
  "/regionalManage/countryList/country-edit": {
    frame: "page",
    // Without either it is a new one, of which nothing is asked.
    requests: ({ searchParams }) => {
      const id = Number(searchParams.get("id")) || 0;
      const code = searchParams.get("code");
      if (id) return [addressOf(country.get, { params: { id } })];
      return code ? [addressOf(country.byCode, { params: { code } })] : [];
    },
  },
  "/customer/addCustomerInfo": { frame: "page", requests: () => [] },
  // Its permission is to edit; what it reads, whoever may look is given as well.
  "/house/mansion-management/mansion-management-edit": {
    frame: "page",
    requests: ({ searchParams }) => {
      const id = searchParams.get("id") ?? "";
      if (!/^[1-9]\d{0,14}$/.test(id)) return [];
      return [mansion.get, album.ofMansion].map((one) => addressOf(one, { params: { id } }));
    },
  },
  // Its form starts from what waits for its review.
  "/house/estate-list/estate-detail": {
    frame: "page",
    requests: ({ searchParams }) => {
      const id = searchParams.get("id") ?? "";
      if (!/^[1-9]\d{0,14}$/.test(id)) return [];
      const query = searchParams.has("edit") ? { proposed: true } : {};
      const [params, shown] = [{ id }, addressOf(album.ofEstate, { params: { id }, query })];
      return [addressOf(estate.get, { params }), addressOf(room.list, { params }), shown];
    },
  },
  "/customer/deleteCustomer": { frame: "list", requests: (url) => [listAddress(customer.trashed, url)] },
  "/schedule-list": {
    frame: "list",
    requests: (url) => {
      const calendar = calendarAt(url.searchParams);
      return [calendar ? addressOf(schedule.list, { query: calendar.query }) : listAddress(schedule.list, url)];
    },
  },
  "/regionalManage/countryList/regionalList": districtLevel(1),
  "/regionalManage/countryList/twoLevelList": districtLevel(2),
  "/regionalManage/countryList/threeLevelList": districtLevel(3),
  "/regionalManage/district-edit": {
    frame: "page",
    requests: ({ searchParams }) => {
      const id = searchParams.get("id") ?? "";
      return /^[1-9]\d{0,14}$/.test(id) ? [addressOf(district.get, { params: { id } })] : [];
    },
  },
  "/house/mansion": {
    frame: "list",
    requests: (url) => [listAddress(mansionApplication.list, url), addressOf(mansionApplication.count, {})],
  },
  "/house/audit": {
    frame: "list",
    // The review that is open lies over the list.
    requests: (url) => {
      const id = url.searchParams.get("id") ?? "";
      const behind = new URL(url);
      behind.searchParams.delete("id");
      return [
        listAddress(estateAudit.list, behind),
        addressOf(estateAudit.count, {}),
        /^[1-9]\d{0,14}$/.test(id) ? addressOf(estateAudit.get, { params: { id } }) : undefined,
      ];
    },
  },
  "/customer/unregister": {
    frame: "list",
    requests: (url) => [listAddress(unregister.list, url), addressOf(unregister.count, {})],
  },
};

/** Parameters that a list keeps in its address for itself. */
const ownParameters = ["saved"];

/** What the staff layout asks for at every screen. */
const layoutRequests = [addressOf(user.profile, {}), addressOf(user.menus, {})];

/**
 * What a visit of this page begins with; undefined for an address that no staff screen has. Where the address says more than the rule
 * understands, the layout's own requests alone: one that no loader takes over would be made for nothing.
 */
export function firstVisit(url: URL): FirstVisit | undefined {
  const screen = screenAt(url.pathname);
  if (!screen?.file || screen.public) return undefined;
  const isOne = screen.path.includes("/:") || url.searchParams.has("id");
  const data = declaredData[screen.path];
  if (data)
    return {
      requests: [...requestAddresses(data, screenAddress(url, screen.path)), ...layoutRequests],
      frame: data.frame,
    };
  const exception = exceptions[screen.path];
  const own = exception?.requests(url) ?? [derived(screen, isOne, url)];
  return {
    requests: [...own.filter((address) => address !== undefined), ...layoutRequests],
    frame: exception?.frame ?? (isOne ? "page" : "list"),
  };
}

function derived(screen: Screen, isOne: boolean, url: URL): string | undefined {
  const endpoint = endpointOf(screen, isOne);
  if (!endpoint) return undefined;
  return isOne ? recordAddress(endpoint, screen, url) : listAddress(endpoint, url);
}

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  "shape" in schema ? (schema.shape as Record<string, z.ZodType>) : {};

const isPage = (reply: z.ZodType) => ["list", "total", "page"].every((name) => name in shapeOf(reply));

/** The GET endpoints that answer a page of a list, and those that answer a record (their path ends in its number), shortest path first: looked through once, not at every visit. */
const readable = served
  .map(({ endpoint }) => endpoint)
  .filter(({ method, select }) => method === "GET" && !select)
  .sort((a, b) => a.path.length - b.path.length);
const lists = byPermission(readable.filter(({ path, reply }) => !path.includes("{") && isPage(reply)));
const records = byPermission(readable.filter(({ path }) => /^[^{]+\/\{id\}$/.test(path)));

function byPermission(endpoints: Endpoint[]): Map<string, Endpoint> {
  // The last of a key stands: the one of the shortest path.
  return new Map(endpoints.reverse().map((endpoint) => [JSON.stringify(endpoint.permission), endpoint]));
}

/** What answers a screen: the endpoint of its own permission. */
const endpointOf = ({ permission }: Screen, isOne: boolean): Endpoint | undefined =>
  (isOne ? records : lists).get(JSON.stringify(permission));

/** The list's request, where everything that the address says is a fitting parameter of it. */
function listAddress(endpoint: Endpoint, url: URL): string | undefined {
  const shape = shapeOf(endpoint.query);
  const fits = [...url.searchParams].every(
    ([name, value]) => ownParameters.includes(name) || !value || shape[name]?.safeParse(value).success,
  );
  return fits ? addressOf(endpoint, { query: readQuery(url, endpoint) as Record<string, unknown> }) : undefined;
}

/** The record's request: its number stands in the path or is the parameter `id`. A query of its own is not guessed at. */
function recordAddress(endpoint: Endpoint, screen: Screen, url: URL): string | undefined {
  const place = screen.path.split("/").findIndex((part) => part.startsWith(":"));
  const id = place > 0 ? url.pathname.split("/")[place] : url.searchParams.get("id");
  if (!id || !/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const others = [...url.searchParams.keys()].filter((name) => name !== "id");
  if (Object.keys(shapeOf(endpoint.query)).length && others.length) return undefined;
  return addressOf(endpoint, {
    params: { id },
    query: readQuery(new URLSearchParams(), endpoint) as Record<string, unknown>,
  });
}

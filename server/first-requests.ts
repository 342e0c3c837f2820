import type { z } from "zod";
import { customer } from "~/contract/customer/customer";
import { unregister } from "~/contract/customer/unregister";
import { addressOf, type Endpoint } from "~/contract/endpoint";
import { album } from "~/contract/house/album";
import { estate } from "~/contract/house/estate";
import { estateAudit } from "~/contract/house/estate-audit";
import { mansion } from "~/contract/house/mansion";
import { mansionApplication } from "~/contract/house/mansion-application";
import { room } from "~/contract/house/room";
import { user } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";
import { requestAddresses, screenAddress } from "~/contract/screen-data";
import { type Screen, screenAt } from "~/contract/screens";
import { menu } from "~/contract/system/menu";
import { record, recordQuery } from "~/contract/system/record";
import { role } from "~/contract/system/role";
import { roleAt } from "~/contract/system/role-place";
import { isSettingGroup, setting } from "~/contract/system/setting";
import { staff } from "~/contract/system/staff";
import { team } from "~/contract/system/team";
import { allWebhooks, webhook } from "~/contract/system/webhook";
import type { FirstVisit } from "~/server/http/pages";
import { screens as declaredData, served } from "~/server/resources/areas";

/** Screens for which the rule of `endpointOf` finds nothing, or not what their loader asks for. */
const exceptions: Readonly<
  Record<string, { frame: FirstVisit["frame"]; requests: (url: URL) => (string | undefined)[] }>
> = {
  "/system/setCenter": {
    frame: "page",
    // Without a tab it begins with the first that the visitor may open.
    requests: ({ searchParams }) => {
      const tab = searchParams.get("tab") ?? "";
      if (!isSettingGroup(tab)) return [];
      const settings = addressOf(setting.list, { query: { group: tab } });
      return tab === "notify" ? [settings, addressOf(webhook.list, { query: allWebhooks })] : [settings];
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
  "/system/user": {
    frame: "list",
    requests: (url) => [listAddress(staff.list, url), addressOf(team.list, {})],
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
  "/system/record": {
    frame: "list",
    requests: (url) => [addressOf(record.list, { query: recordQuery(url) as Record<string, unknown> })],
  },
  "/system/role": {
    frame: "list",
    requests: ({ searchParams }) => {
      const { query, id, isMenu } = roleAt(searchParams);
      return [
        addressOf(role.list, { query }),
        id === undefined ? undefined : addressOf(role.get, { params: { id } }),
        isMenu ? addressOf(menu.list, {}) : undefined,
      ];
    },
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

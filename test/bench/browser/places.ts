import { customer } from "~/contract/customer/customer";
import { customerUser } from "~/contract/customer/customer-user";
import { type Endpoint, pathOf } from "~/contract/endpoint";
import type { Product } from "../../support/product";
import type { Sight } from "./chromium";
import type { Door } from "./door";
import type { Target } from "./loads";
import type { Journey } from "./moves";

/** What is opened: the two floors, and what of the product has a budget or is opened most. */
export interface Places {
  /** Vite, React and a plain table. */
  plain: Target;
  /** Remix and mantine-react-table, that all is compared with. */
  floor: Target;
  login: Target;
  pool: Target;
  /** The same with its answers from the door's memory, as the floor has them: what the browser alone takes. */
  remembered: Target;
  own: Target;
  dashboard: Target;
  customer: Target;
  phone: Target;
}

const poolPath = "/customer/publicCustomer";
const ownPath = "/customer/customerInfor";

const rows: Sight = { selector: "main tbody tr", count: 20 };
const panel: Sight = { selector: "main [role=tabpanel]" };
/** The drawer beside a list, with its record; and the list without one. */
const drawer: Sight = { selector: "main aside[role=dialog] section[aria-label=概况]" };
const rowsAlone: Sight = { ...rows, selector: "main:not(:has(aside[role=dialog])) tbody tr" };

/** What asks the product's API for the bench. */
interface Caller {
  token: string;
  /** The id of a list's first row. */
  firstOf(list: Endpoint): Promise<number>;
}

/** Signs in to the product as a demo account. */
async function signInTo({ baseUrl, password }: Product, role: string): Promise<Caller> {
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(baseUrl + path, init);
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  const body = JSON.stringify({ email: `${role}@demo.test`, password, remember: false });
  const headers = { "content-type": "application/json" };
  const { access_token: token } = (await ask("/api/auth/login", { method: "POST", headers, body })) as {
    access_token: string;
  };
  return {
    token,
    async firstOf(list) {
      const page = (await ask(pathOf(list), { headers: { authorization: `Bearer ${token}` } })) as {
        list: { id: number }[];
      };
      const [first] = page.list;
      if (!first) throw new Error(`${list.path} is empty`);
      return first.id;
    },
  };
}

/** The places behind the door, as someone in sales sees them. */
export async function findPlaces(door: Door, product: Product): Promise<Places> {
  const { token, firstOf } = await signInTo(product, "sales");
  const origin = door.urlOf("product.test");
  const id = await firstOf(customer.list);
  return {
    plain: { name: "Vite + Mantine", file: "plain", origin: door.urlOf("plain.test"), path: "/", sight: rows },
    floor: { name: "Remix + MRT", file: "floor", origin: door.urlOf("remix.test"), path: "/", sight: rows },
    login: {
      name: "登录 login",
      file: "login",
      origin,
      path: "/login",
      sight: { selector: "form button[type=submit]" },
    },
    pool: { name: "公海 list", file: "list", origin, token, path: poolPath, sight: rows },
    remembered: {
      name: "公海 内存应答 list from memory",
      file: "list-from-memory",
      origin: door.urlOf("memory.test"),
      token,
      path: poolPath,
      sight: rows,
    },
    own: { name: "询盘客户 list", file: "own-list", origin, token, path: ownPath, sight: rows },
    dashboard: {
      name: "看板 dashboard",
      file: "dashboard",
      origin,
      token,
      path: "/dashboard",
      sight: { selector: "section[aria-label=关键指标] button", count: 3 },
    },
    customer: {
      name: "客户 detail",
      file: "detail",
      origin,
      token,
      path: `/customer/editCustomerInfo/${id}`,
      sight: panel,
    },
    phone: {
      name: "公海 手机 phone list",
      file: "phone-list",
      origin,
      token,
      path: poolPath,
      phone: true,
      sight: { selector: "main li", count: 20 },
    },
  };
}

/** The list that further screens are opened from, and the address of each, as an administrator may open all of them. */
export async function furtherPlaces(
  door: Door,
  product: Product,
): Promise<{ start: Target; addressOf: (screen: string) => string }> {
  const { token, firstOf } = await signInTo(product, "super_admin");
  const [id, userId] = [await firstOf(customer.list), await firstOf(customerUser.list)];
  return {
    start: { name: "", file: "", origin: door.urlOf("product.test"), token, path: poolPath, sight: rows },
    // The one screen below another takes its record out of the query.
    addressOf: (screen) =>
      screen === "/customer/register/detail" ? `${screen}?id=${userId}` : screen.replace(/:\w+/, String(id)),
  };
}

/** The row that is opened. */
const at = 14;

/** The floor's moves, under the names of the product's. */
export const floorJourney = ({ floor }: Places): Journey => ({
  target: floor,
  moves: [
    {
      name: "下一页 next page",
      former: rows,
      next: rows,
      isChange: true,
      click: (page) => page.getByRole("button", { name: "Go to next page" }),
    },
    {
      name: "列表 → 详情 list → detail",
      former: rows,
      next: panel,
      click: (page) => page.locator("tbody tr a").nth(at),
    },
    { name: "返回列表 back", former: panel, next: rows },
  ],
});

/** A list narrowed, turned over, a record beside it and on its page, each time back again, and on to another list. */
export const productJourney = ({ pool }: Places): Journey => ({
  target: pool,
  moves: [
    {
      name: "筛选 filter",
      former: rows,
      next: { ...rows, path: `${poolPath}?level=B` },
      isChange: true,
      click: async (page) => {
        await page.getByRole("textbox", { name: "客户等级" }).click();
        return page.getByRole("option", { name: /^中意向/ });
      },
    },
    {
      name: "下一页 next page",
      former: rows,
      next: rows,
      isChange: true,
      click: (page) => page.getByRole("button", { name: "下一页" }),
    },
    {
      name: "列表 → 抽屉 list → drawer",
      former: rows,
      next: drawer,
      click: (page) => page.locator("tbody tr[data-row]").nth(at).getByRole("link").first(),
    },
    { name: "关抽屉 drawer → list", former: drawer, next: rowsAlone },
    {
      name: "列表 → 详情 list → detail",
      former: rows,
      next: panel,
      click: (page) => page.locator("tbody tr[data-row]").nth(at).getByRole("link", { name: "查看", exact: true }),
    },
    { name: "返回列表 back", former: panel, next: rows },
    {
      name: "菜单到另一列表 menu → list",
      former: rows,
      next: { ...rows, path: ownPath },
      isChange: true,
      click: (page) => page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name: "询盘客户" }),
    },
  ],
});

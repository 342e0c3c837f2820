import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { clearToken, keepToken } from "~/app/api/cookie";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { keepsRows } from "~/app/blocks/list/row/drawer-address";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { shortcutsInForce } from "~/app/blocks/shortcuts/shortcuts";
import { changeSetting, persisted } from "~/app/browser/persisted";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { type BatchReply, csv, keyword, listQuery, page } from "~/contract/common";
import { endpoint } from "~/contract/endpoint";
import * as field from "~/contract/field";
import { figures } from "~/contract/figures";
import { readQuery } from "~/contract/read-query";
import { narrowBy } from "~/test/support/narrow";
import { renderRoute, someViewer } from "~/test/support/render-route";

const kinds = { big: "大", small: "小" } as const;
const Row = z.object({
  id: z.number(),
  name: z.string().meta({ label: "名称" }),
  kind: z.string().meta({ label: "种类", options: kinds }),
  made_at: field.instant("制作时间"),
});
const things = endpoint("GET /api/thing", "物品", "signed-in", {
  query: listQuery(
    {
      view: z.enum(["all", "mine"]).default("all"),
      keyword: keyword(),
      kind: csv(z.enum(["big", "small"])),
      price_min: z.string().optional(),
      price_max: z.string().optional(),
      days_min: z.coerce.number().int().optional(),
    },
    ["name", "made_at"],
    "-made_at",
  ),
  reply: page(Row),
});

const list: List<z.output<typeof Row>> = {
  name: "thing",
  endpoint: things,
  columns: columnsOf(Row, ["name", { key: "kind", figure: "idle_days" }, "made_at"]),
  filters: filtersOf(things, Row, [
    { name: "keyword", label: "关键词" },
    "kind",
    { name: "price", label: "价格" },
    { name: "days_min", label: "天数≥" },
    { name: "view", label: "范围" },
  ]),
  card: { tags: ["kind"], facts: ["kind"], time: "made_at" },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: ({ id }) => `/thing/${id}`,
};

const rows = [
  { id: 11, name: "甲", kind: "big", made_at: "2026-11-20T09:00:00+08:00" },
  { id: 12, name: "乙", kind: "small", made_at: "2026-11-19T09:00:00+08:00" },
];
const chosen = vi.fn<(ids: number[]) => void>();
const removed = vi.fn<(id: number) => void>();
const renamed = vi.fn<(id: number) => void>();
const added = vi.fn();
let total = { total: 2, total_capped: false };
let reply: BatchReply = { success: [], failed: [], batch_id: null };
const saved: unknown[] = [];
const undone: string[] = [];
let views: unknown[] = [];
const answers: [RegExp, () => unknown][] = [
  [/\/api\/user\/view/, () => views],
  [/\/api\/system\/batch\/7\/undo/, () => ({ success: [11, 12], failed: [], batch_id: null })],
  [/./, () => ({})],
];

const clientLoader = ({ request }: ClientLoaderFunctionArgs) => {
  const query = readQuery(request, things);
  const found = rows.filter((row) => query.view === "all" && (!query.keyword || row.name === query.keyword));
  return { list: found, ...total, total: found.length ? total.total : 0, page: query.page, page_size: query.page_size };
};

function Things() {
  const data = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      list={list}
      page={data}
      tabs={{
        name: "view",
        options: [
          { value: "all", label: "全部", count: 2 },
          { value: "mine", label: "我的", count: 0 },
        ],
      }}
      rowActions={({ id }) => [
        { label: "查看", to: `/thing/${id}` },
        { label: "改名", shortcut: "F", isPrimary: true, onSelect: () => renamed(id) },
        { label: "复制" },
        { label: "删除", shortcut: "D", isDanger: true, onSelect: () => removed(id) },
      ]}
      bulk={useBulk(list, data, [
        {
          label: "领取",
          max: 20,
          run: (picked, report) => {
            chosen(picked.map(({ id }) => id));
            report(reply);
          },
        },
      ])}
      create={<CreateButton onClick={added} />}
    />
  );
}

const open = async (at = "/thing") => {
  const view = renderRoute({ path: "/thing", module: { default: Things, clientLoader }, at }, someViewer());
  await screen.findByRole("search");
  return view;
};

const desk = window.matchMedia;
beforeEach(() => {
  vi.stubGlobal("matchMedia", desk);
  total = { total: 2, total_capped: false };
  saved.length = 0;
  undone.length = 0;
  views = [];
  clearToken();
  keepToken("token", 604_800);
  changeSetting({ columns: {} });
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.method === "PUT") saved.push(JSON.parse(String(init.body)));
    if (init?.method === "POST") undone.push(url);
    if (url.endsWith("/api/thing/99"))
      return new Response(JSON.stringify({ code: 40400, message: "数据不存在或已被删除", data: null }), {
        status: 404,
      });
    const data = answers.find(([pattern]) => pattern.test(url))?.[1]();
    return new Response(JSON.stringify({ code: 200, message: "", data }), {
      headers: { "content-type": "application/json" },
    });
  });
});

it("shows labels, options and moments as the contract describes them, and leads to the record", async () => {
  await open();
  expect(screen.getByRole("columnheader", { name: /名称/ })).toBeDefined();
  expect(screen.getByRole("cell", { name: "大" })).toBeDefined();
  expect(screen.getByRole("cell", { name: "2026-11-20 09:00" })).toBeDefined();
  expect(screen.getByRole("link", { name: "甲" }).getAttribute("href")).toBe("/thing/11");
});

it("keeps filter, sort and page in the address", async () => {
  total = { total: 60, total_capped: false };
  const { actor, place } = await open("/thing?page=2");
  await actor.type(screen.getByRole("searchbox", { name: "关键词" }), "甲{Enter}");
  await waitFor(() => expect(place.href).toBe("/thing?keyword=%E7%94%B2"));
  await actor.click(screen.getByRole("button", { name: /^按名称.序/ }));
  await waitFor(() => expect(place.href).toMatch(/sort=-?name/));
  await actor.type(screen.getByRole("textbox", { name: "第几页" }), "3{Enter}");
  await waitFor(() => expect(place.href).toMatch(/page=3/));
  // There is none beyond the last.
  expect(screen.getByRole("button", { name: "下一页" })).toHaveProperty("disabled", true);
  await actor.type(screen.getByRole("textbox", { name: "第几页" }), "1{Enter}");
  await waitFor(() => expect(place.href).not.toMatch(/page=3/));
  await actor.type(screen.getByRole("textbox", { name: "第几页" }), "99{Enter}");
  await waitFor(() => expect(place.href).toMatch(/page=3/));
  await actor.click(screen.getByRole("button", { name: "清空" }));
  await waitFor(() => expect(place.href).toMatch(/^\/thing\?sort=-?name$/));
});

it("takes the defaults where a hand-edited address makes no sense", async () => {
  await open("/thing?page=x&page_size=3&sort=evil&kind=none");
  expect(screen.getAllByRole("row")).toHaveLength(3);
});

it("offers to clear the filters when they leave nothing", async () => {
  const { actor, place } = await open("/thing?keyword=none");
  await actor.click(await screen.findByRole("button", { name: "清空筛选" }));
  await waitFor(() => expect(place.href).toBe("/thing"));
  expect(await screen.findByRole("link", { name: "甲" })).toBeDefined();
});

it("tells a total beyond 10,000 as 10,000+", async () => {
  total = { total: 10_000, total_capped: true };
  await open();
  expect(screen.getByText("共 10,000+ 条")).toBeDefined();
});

it("has a row's main act as a word, the rest in a menu, and none that only opens what the name opens", async () => {
  const { actor } = await open();
  const row = screen.getByRole("row", { name: /甲/ });
  expect(
    within(row)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["甲"]);
  expect(within(row).getByRole("button", { name: "改名" })).toBeDefined();
  expect(within(row).queryByRole("button", { name: "复制" })).toBeNull();
  await actor.click(within(row).getByRole("button", { name: "甲的更多操作" }));
  await actor.click(await screen.findByRole("menuitem", { name: "删除" }));
  expect(removed).toHaveBeenCalledWith(11);
});

it("acts on the chosen rows by their own numbers and shows a result for each that failed", async () => {
  reply = { success: [11], failed: [{ id: 12, code: 40903, message: "已被他人领取" }], batch_id: null };
  const { actor } = await open();
  await actor.click(screen.getByRole("checkbox", { name: "选择本页全部" }));
  const bar = screen.getByRole("toolbar", { name: "批量操作" });
  expect(within(bar).getByText("已选 2 条")).toBeDefined();
  await actor.click(within(bar).getByRole("button", { name: "领取" }));
  expect(chosen).toHaveBeenCalledWith([11, 12]);
  const dialog = await screen.findByRole("dialog", { name: "1 条成功，1 条失败" });
  expect(within(dialog).getByRole("row", { name: "乙 已被他人领取" })).toBeDefined();
});

it("forgets the chosen rows with another page or filter", async () => {
  total = { total: 60, total_capped: false };
  const { actor } = await open();
  await actor.click(screen.getByRole("checkbox", { name: "选择甲" }));
  expect(screen.getByText("已选 1 条")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "下一页" }));
  await waitFor(() => expect(screen.queryByText("已选 1 条")).toBeNull());
});

it("saves the choice of columns for the user, here and on the server", async () => {
  const { actor } = await open();
  await actor.click(screen.getByRole("button", { name: "列设置" }));
  await actor.click(await screen.findByRole("checkbox", { name: "种类" }));
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: "种类" })).toBeNull());
  await actor.click(screen.getByRole("button", { name: "上移制作时间" }));
  const choice = { order: ["made_at", "kind"], hidden: ["kind"], density: "normal" };
  await waitFor(() => expect(saved.at(-1)).toEqual({ preferences: { columns: { thing: choice } } }));
  expect(persisted().setting.columns).toEqual({ thing: choice });
  await actor.keyboard("{Escape}");
  expect(await screen.findAllByRole("button", { name: "改名" })).toHaveLength(2);
});

describe("a row", () => {
  const visit = (module: { default: () => JSX.Element } = { default: Things }) =>
    renderRoute(
      {
        path: "/thing",
        module: { ...module, clientLoader },
        at: "/thing",
        others: { "/thing/11": () => <p>物品页</p> },
      },
      someViewer(),
    );

  it("leads where its name does, wherever one presses it", async () => {
    const { actor } = visit();
    await actor.click(await screen.findByRole("cell", { name: "大" }));
    expect(await screen.findByText("物品页")).toBeDefined();
  });

  it("opens nothing at a control, beside one, or at the end of selecting text", async () => {
    const { actor, place } = visit();
    const line = await screen.findByRole("row", { name: /甲/ });
    await actor.click(within(line).getByRole("checkbox"));
    await actor.click(within(line).getByRole("button", { name: "改名" }));
    await actor.click(within(line).getAllByRole("cell").at(0) as HTMLElement);
    await actor.click(within(line).getAllByRole("cell").at(-1) as HTMLElement);
    const cell = within(line).getByRole("cell", { name: "2026-11-20 09:00" });
    await actor.pointer([
      { keys: "[MouseLeft>]", target: cell, offset: 0 },
      { target: cell, offset: 6 },
      { keys: "[/MouseLeft]", target: cell, offset: 6 },
    ]);
    expect(window.getSelection()?.toString()).toBe("2026-1");
    expect(place.href).toBe("/thing");
    await actor.keyboard("{Control>}");
    await actor.click(cell);
    await actor.keyboard("{/Control}");
    expect(place.href).toBe("/thing");
  });

  it("whose act opens it has that on its name, and not at its end", async () => {
    const shown = vi.fn<(id: number) => void>();
    const module = {
      default: () => (
        <ListPage
          list={{ ...list, linkOf: undefined }}
          page={useLoaderData<typeof clientLoader>()}
          rowActions={({ id, kind }) => [
            kind === "big" && { label: "查看", opens: "name", onSelect: () => shown(id) },
            kind === "small" && { label: "编辑", opens: "row", onSelect: () => shown(id) },
          ]}
        />
      ),
    };
    const { actor } = visit(module);
    const line = await screen.findByRole("row", { name: /甲/ });
    expect(
      within(line)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["甲"]);
    await actor.click(within(line).getByRole("button", { name: "甲" }));
    await actor.click(within(line).getByRole("cell", { name: "大" }));
    await actor.click(screen.getByRole("cell", { name: "小" }));
    expect(shown.mock.calls).toEqual([[11], [11], [12]]);
    expect(within(screen.getByRole("row", { name: /乙/ })).getByRole("button", { name: "编辑" })).toBeDefined();
    await actor.keyboard("jj{Enter}");
    expect(shown.mock.lastCall).toEqual([12]);
  });

  it("that names a record without a page is no link", async () => {
    visit({
      default: () => <ListPage list={{ ...list, linkOf: () => "" }} page={useLoaderData<typeof clientLoader>()} />,
    });
    const line = await screen.findByRole("row", { name: /甲/ });
    expect(within(line).queryByRole("link")).toBeNull();
  });

  it("tells what is cut of it to the pointer and to the focus", async () => {
    const width = vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(20);
    const whole = vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(60);
    const { actor } = visit();
    await actor.hover(await screen.findByRole("cell", { name: "小" }));
    expect((await screen.findByRole("tooltip")).textContent).toBe("小");
    await actor.unhover(screen.getByRole("cell", { name: "小" }));
    fireEvent.focusIn(screen.getByRole("link", { name: "甲" }));
    expect((await screen.findByRole("tooltip")).textContent).toBe("甲");
    whole.mockReturnValue(20);
    await actor.hover(screen.getByRole("cell", { name: "大" }));
    expect(screen.queryByRole("tooltip")).toBeNull();
    width.mockRestore();
    whole.mockRestore();
  });
});

it("shows cards with the key facts on a phone", async () => {
  vi.stubGlobal("matchMedia", (media: string) => ({ ...desk(media), matches: media.includes("max-width") }));
  await open();
  expect(screen.queryByRole("table")).toBeNull();
  const card = screen.getAllByRole("listitem").find((item) => within(item).queryByRole("link", { name: "甲" }));
  const shown = card as HTMLElement;
  expect(within(shown).getByText("制作时间")).toBeDefined();
  expect(within(shown).getByTitle("2026-11-20 09:00").textContent).toMatch(/^(\d\d-20 )?09:00$|^2026-11-20$/);
  expect(screen.getByRole("button", { name: "筛选" })).toBeDefined();
});

it("shows tabs with their counts; a tab is a place, not a filter", async () => {
  const { actor, place } = await open("/thing");
  await actor.click(await screen.findByRole("tab", { name: "我的 0" }));
  await waitFor(() => expect(place.href).toBe("/thing?view=mine"));
  expect(await screen.findByText("暂无数据")).toBeDefined();
  expect(screen.queryByText("没有符合条件的数据")).toBeNull();
  expect(screen.queryByRole("button", { name: "清空筛选" })).toBeNull();
});

describe("筛选", () => {
  it("finds a value by what one types, and takes it and the next with Enter", async () => {
    const { actor, place } = await open();
    const panel = await narrowBy(actor);
    const find = panel.getByRole("searchbox", { name: "查找字段或选项" });
    await actor.type(find, "大{Enter}");
    await waitFor(() => expect(place.href).toBe("/thing?kind=big"));
    await actor.type(find, "小{Enter}");
    await waitFor(() => expect(place.href).toBe("/thing?kind=big%2Csmall"));
    expect(find).toHaveProperty("value", "");
    const chips = within(screen.getByRole("list", { name: "筛选条件" }));
    expect(await chips.findByText("种类：大、小")).toBeDefined();
  });

  it("acts at once on ranges and least numbers, each a chip that is pressed to change it and taken off", async () => {
    const { actor, place } = await open();
    const panel = await narrowBy(actor, "价格");
    const range = within(panel.getByRole("group", { name: "价格" }));
    await actor.type(range.getByRole("textbox", { name: "最低" }), "12万0");
    await actor.type(range.getByRole("textbox", { name: "最高" }), "300");
    await waitFor(() => expect(place.href).toBe("/thing?price_min=120&price_max=300"));
    await actor.click(panel.getByRole("button", { name: "天数≥" }));
    await actor.type(panel.getByRole("textbox", { name: "天数≥" }), "15{Enter}");
    await waitFor(() => expect(place.href).toBe("/thing?price_min=120&price_max=300&days_min=15"));
    await actor.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const chips = within(screen.getByRole("list", { name: "筛选条件" }));
    await actor.click(await chips.findByRole("button", { name: "天数≥：15" }));
    const again = within(await screen.findByRole("dialog", { name: "筛选" }));
    expect(again.getByRole("textbox", { name: "天数≥" })).toHaveProperty("value", "15");
    await actor.click(chips.getByRole("button", { name: "去掉价格" }));
    await waitFor(() => expect(place.href).toBe("/thing?days_min=15"));
    expect(screen.queryByRole("dialog")).toBeNull();
    await actor.click(screen.getByRole("button", { name: "清空" }));
    await waitFor(() => expect(place.href).toBe("/thing"));
    expect(screen.queryByRole("list", { name: "筛选条件" })).toBeNull();
  });

  it("makes a condition of the other ways to compare, in the place of the list's own filter", async () => {
    const { actor, place } = await open("/thing?kind=big");
    const panel = await narrowBy(actor, "种类");
    await actor.click(panel.getByRole("textbox", { name: "种类的比较方式" }));
    await actor.click(await screen.findByRole("option", { name: "不是" }));
    await actor.click(panel.getByRole("checkbox", { name: "小" }));
    const where = { op: "and", items: [{ field: "kind", cmp: "not_in", value: ["small"] }] };
    await waitFor(() => expect(place.href).toBe(`/thing?where=${encodeURIComponent(JSON.stringify(where))}`));
    expect(await screen.findByText("种类 不是 小", { selector: "button" })).toBeDefined();
    await actor.click(panel.getByRole("textbox", { name: "种类的比较方式" }));
    await actor.click(await screen.findByRole("option", { name: "是" }));
    await waitFor(() => expect(place.href).toBe("/thing"));
  });

  it("has no field that repeats a tab, and the fields beside the list's own in groups", async () => {
    const { actor } = await open();
    const panel = await narrowBy(actor);
    const names = (list: string) =>
      within(panel.getByRole("list", { name: list }))
        .getAllByRole("button")
        .map(({ textContent }) => textContent);
    expect(names("常用")).toEqual(["种类", "价格", "天数≥"]);
    expect(names("日期")).toEqual(["制作时间"]);
    expect(names("其他")).toEqual(["名称"]);
  });

  it("is a sheet on the phone, with the fields first", async () => {
    vi.stubGlobal("matchMedia", (media: string) => ({ ...desk(media), matches: media.includes("max-width") }));
    const { actor, place } = await open();
    const sheet = await narrowBy(actor, "种类");
    await actor.click(sheet.getByRole("checkbox", { name: "大" }));
    await waitFor(() => expect(place.href).toBe("/thing?kind=big"));
    await actor.click(sheet.getByRole("button", { name: "全部字段" }));
    expect(sheet.getByRole("button", { name: "天数≥" })).toBeDefined();
  });
});

it("offers the way back from a bulk act that kept a batch", async () => {
  reply = { success: [11, 12], failed: [], batch_id: 7 };
  const { actor } = await open();
  await actor.click(screen.getByRole("checkbox", { name: "选择本页全部" }));
  await actor.click(screen.getByRole("button", { name: "领取" }));
  await actor.click(await screen.findByRole("button", { name: "撤销" }));
  expect(await screen.findByText("已撤销 2 条")).toBeDefined();
  expect(undone).toEqual([expect.stringMatching(/\/api\/system\/batch\/7\/undo$/)]);
});

it("saves the present filter as a view, which then stands in the address", async () => {
  const { actor, place } = await open("/thing?kind=big&page=1&display=board");
  await actor.click(await screen.findByRole("button", { name: "保存视图" }));
  const dialog = await screen.findByRole("dialog", { name: "保存视图" });
  await actor.type(await within(dialog).findByRole("textbox", { name: /视图名称/ }), "大件");
  await actor.click(within(dialog).getByRole("button", { name: "保存" }));
  const kept = {
    id: expect.any(String),
    name: "大件",
    shared: false,
    query: "kind=big&display=board",
    columns: { order: ["kind", "made_at"], hidden: [], density: "normal" },
  };
  await waitFor(() => expect(saved).toEqual([{ preferences: { views: { thing: [kept] } } }]));
  await waitFor(() => expect(place.href).toMatch(/^\/thing\?kind=big&display=board&saved=\w+$/));
});

it("opens a colleague's view with its filter and columns, and leaves it as it is", async () => {
  const columns = { order: ["name", "made_at", "kind"], hidden: ["kind"] };
  views = [
    { id: "a1", name: "大件", shared: true, query: "kind=big", columns, owner: { id: 9, name: "王主管" }, own: false },
  ];
  const { actor, place } = await open();
  await actor.click(await screen.findByRole("button", { name: "大件" }));
  await waitFor(() => expect(place.href).toBe("/thing?kind=big&saved=a1"));
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: "种类" })).toBeNull());
  expect(screen.queryByRole("button", { name: "管理视图大件" })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "默认视图" }));
  await waitFor(() => expect(place.href).toBe("/thing"));
  expect(await screen.findByRole("columnheader", { name: "种类" })).toBeDefined();
  expect(saved).toEqual([]);
});

const one = endpoint("GET /api/thing/{id}", "物品", "signed-in", { reply: Row });

function Thing({ id, onNext }: DrawerPart<z.output<typeof Row>>) {
  const asked = useDrawerCall(one, { params: { id } });
  return (
    <DrawerAnswer {...asked}>
      {(row) => (
        <>
          <p>{`第${row.id}号`}</p>
          <input aria-label="备注" />
          {onNext ? <button type="button">还有</button> : null}
        </>
      )}
    </DrawerAnswer>
  );
}

it("explains a figure at its head, for the keyboard as well", async () => {
  const { actor } = await open();
  const head = within(screen.getByRole("columnheader", { name: "种类" })).getByRole("button");
  expect(screen.queryByRole("tooltip")).toBeNull();
  await actor.tab();
  head.focus();
  const tip = await screen.findByRole("tooltip");
  expect(tip.textContent).toBe(figures.idle_days.definition);
  expect(head.getAttribute("aria-describedby")).toBe(tip.id);
});

describe("the keys of a list", () => {
  it("go through the rows, choose, act on the present one and begin a new one, each named where it works", async () => {
    const { actor } = await open();
    await actor.keyboard("j");
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "甲" }));
    await actor.keyboard("jjkj");
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "乙" }));
    await actor.keyboard("xf");
    expect(screen.getByRole("checkbox", { name: "选择乙" })).toHaveProperty("checked", true);
    expect(renamed.mock.lastCall).toEqual([12]);
    expect(screen.getAllByRole("button", { name: "改名" })[1]?.getAttribute("aria-keyshortcuts")).toBe("F");
    await actor.keyboard("xn");
    expect(added).toHaveBeenCalledOnce();
    expect(screen.getByRole("button", { name: "新增" }).title).toBe("新增（N）");
    await actor.click(screen.getByRole("button", { name: "乙的更多操作" }));
    expect((await screen.findByRole("menuitem", { name: /删除/ })).textContent).toBe("删除D");
  });

  it("are letters for one who types, and rest under a dialog and while a word is composed", async () => {
    const { actor } = await open();
    renamed.mockClear();
    await actor.keyboard("/");
    const field = screen.getByRole("searchbox", { name: "关键词" });
    expect(document.activeElement).toBe(field);
    await actor.keyboard("jnf");
    expect(field).toHaveProperty("value", "jnf");
    await actor.clear(field);
    field.blur();
    await screen.findByRole("link", { name: "甲" });
    fireEvent.keyDown(document.body, { key: "j", isComposing: true });
    const modal = document.body.appendChild(document.createElement("div"));
    modal.setAttribute("aria-modal", "true");
    await actor.keyboard("jf/");
    expect(document.activeElement).toBe(document.body);
    expect(shortcutsInForce(document.body)).toEqual([]);
    modal.remove();
    await actor.keyboard("j");
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "甲" }));
    expect(renamed).not.toHaveBeenCalled();
    const told = shortcutsInForce(document.body).map(({ key }) => key);
    expect(told.sort()).toEqual(["/", "D", "Enter", "F", "J", "K", "N", "X"]);
  });
});

describe("the drawer of a list", () => {
  let asked = 0;
  const opened = { ...list, drawer: Thing };
  const module = {
    default: function Drawn() {
      return <ListPage list={opened} page={useLoaderData<typeof clientLoader>()} />;
    },
    clientLoader: (args: ClientLoaderFunctionArgs) => {
      asked += 1;
      return clientLoader(args);
    },
    shouldRevalidate: keepsRows,
  };
  beforeEach(() => {
    asked = 0;
    answers.unshift([/\/api\/thing\/11$/, () => ({ ...rows[0] })], [/\/api\/thing\/12$/, () => ({ ...rows[1] })]);
  });
  const visit = async (at = "/thing") => {
    const view = renderRoute(
      { path: "/thing", module, at, others: { "/thing/11": () => <p>物品页</p> } },
      someViewer(),
    );
    await screen.findByRole("search");
    return view;
  };

  it("opens by the name, without asking for the list again, and closes with Esc", async () => {
    const { actor, place } = await visit("/thing?keyword=");
    await actor.keyboard("j{Enter}");
    expect(await screen.findByText("第11号")).toBeDefined();
    expect(place.href).toContain("open=11");
    expect(screen.getByRole("row", { current: true }).textContent).toContain("甲");
    await actor.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "甲" })).toBeNull());
    expect(place.href).not.toContain("open");
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "甲" }));
    expect(asked).toBe(1);
  });

  it("goes on by J and back by K, but not for one who types", async () => {
    const { actor } = await visit("/thing?open=11");
    await screen.findByText("第11号");
    await actor.keyboard("j");
    expect(await screen.findByText("第12号")).toBeDefined();
    expect((screen.getByRole("button", { name: "下一条" }) as HTMLButtonElement).disabled).toBe(true);
    await actor.keyboard("j");
    expect(screen.getByText("第12号")).toBeDefined();
    await actor.type(screen.getByRole("textbox", { name: "备注" }), "kj");
    expect(screen.getByText("第12号")).toBeDefined();
    await actor.keyboard("{Escape}k");
    expect(await screen.findByText("第11号")).toBeDefined();
    expect(asked).toBe(1);
  });

  it("leaves the name's link to the browser when a key is held, and to the page on a phone", async () => {
    const { actor, place } = await visit();
    const link = screen.getByRole("link", { name: "甲" });
    let isOpened: boolean | undefined;
    document.addEventListener(
      "click",
      (event) => {
        isOpened = event.defaultPrevented;
        event.preventDefault();
      },
      { once: true },
    );
    await actor.keyboard("{Control>}");
    await actor.click(link);
    await actor.keyboard("{/Control}");
    expect(isOpened).toBe(false);
    expect(place.href).toBe("/thing");
    vi.stubGlobal("matchMedia", (media: string) => ({ ...desk(media), matches: media.includes("max-width") }));
    await visit("/thing?open=11");
    expect(await screen.findByText("物品页")).toBeDefined();
  });

  it("says that a record is gone", async () => {
    await visit("/thing?open=99");
    expect(await screen.findByText("数据不存在或已被删除")).toBeDefined();
  });
});

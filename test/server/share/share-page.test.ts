import { describe, expect, test } from "vitest";
import { share } from "~/contract/share/share";
import { special } from "~/contract/special/special";
import { desk } from "~/test/support/desk";
import { type ShareBody, shareDesk } from "~/test/support/share";

const here = desk({
  admin: { role: "super_admin", name: "管理员" },
  sales: { role: "sales", name: "林顾问", phone_cc: "86", phone: "13900000001", team: "东京" },
  successor: { role: "sales", name: "陈接手", team: "东京" },
  leader: { role: "sales_manager", name: "王组长", team: "东京" },
});
const { make, updateIn, sales, successor, leader, asAdmin, asSales } = here;
const { estate, flat, send, withAddress, request, documentOf } = shareDesk(here);

const read = async (path: string) => documentOf(await request(path));
const wordsOf = async (path: string) => (await read(path)).body.textContent ?? "";
const sendOne = async (more: Partial<ShareBody> = {}, given: Parameters<typeof estate>[0] = {}) => {
  await withAddress();
  const row = await estate(given);
  return { row, sent: await send(asSales, { kind: "estate", estate_ids: [row.id], ...more }) };
};

describe("a shared page", () => {
  test("is kept by nobody, listed by nobody, sends nobody on, sets no cookie and loads nothing of others", async () => {
    const { sent } = await sendOne();
    const reply = await request(sent.path);
    expect(reply.status).toBe(200);
    const { headers } = reply;
    expect(
      ["cache-control", "x-robots-tag", "referrer-policy", "set-cookie", "x-frame-options"].map((name) =>
        headers.get(name),
      ),
    ).toEqual(["no-store", "noindex, nofollow", "no-referrer", null, "DENY"]);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; img-src 'self';.* frame-ancestors 'none'; script-src 'sha256-[^' ]+'; connect-src 'self'$/,
    );
    const page = await documentOf(reply);
    expect(page.querySelector("meta[name=robots]")?.getAttribute("content")).toContain("noindex");
    const named = [...page.querySelectorAll("[src], [href]")].map(
      (one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "",
    );
    expect(named.every((address) => /^(#form|tel:|\/s\/v\/)/.test(address))).toBe(true);
    expect(page.querySelectorAll("nav, [role=menu]")).toHaveLength(0);
  });

  test("says what a client may know: no staff words, no commission, neither the customer's name nor contacts", async () => {
    await withAddress();
    const customer = await make.customer({
      ...{ name: "欧阳若兰", owner_id: sales.id, phone: "13811112222", wechat: "ouyang_rl", remark: "预算可谈" },
    });
    const row = await estate({
      ...{ dev_commission_mode: "percent", dev_commission_value: "3.5", commission_note: "签约后三十天结佣" },
      ...{ description: "<p>临海而居</p>", highlights: ["近地铁"], expected_rent: "180000.00" },
    });
    const { unit } = await flat(row.id);
    const sent: ShareBody[] = [
      { kind: "quote", unit_id: unit.id },
      { kind: "estate", estate_ids: [row.id] },
      { kind: "compare", estate_ids: [row.id, (await estate()).id] },
    ];
    for (const body of sent) {
      const { path } = await send(asSales, { ...body, customer_id: customer.id });
      // Not the addresses of its pictures: what signs them is random, and may hold a "3.5".
      const html = (await (await request(path)).text()).replaceAll(/\/s\/v\/[^"]*/g, "");
      expect(html).not.toMatch(/欧阳|13811112222|ouyang|预算可谈|佣|3\.5|内部|询盘|跟进|客户|撤回/);
      expect(html).toContain("林顾问");
      expect(html).toContain("13900000001");
    }
  });

  test.each([
    ["zh", "5,980万–1.28亿日元", "2027年3月", "价格截至2026年11月20日", "您的顾问"],
    ["en", "JPY 59,800,000–128,000,000", "Mar 2027", "Prices as of 20 Nov 2026", "Your consultant"],
    ["ja", "59,800,000–128,000,000円", "2027年3月", "価格は2026年11月20日現在", "担当者"],
  ] as const)(
    "in %s has its labels, amounts and days in that language",
    async (language, price, month, asOf, person) => {
      const { sent } = await sendOne({ language }, { highlights: ["近地铁"] });
      const page = await read(sent.path);
      const words = page.body.textContent ?? "";
      expect(page.documentElement.lang).toBe(language);
      for (const said of [price, month, asOf, person, "近地铁"]) expect(words).toContain(said);
      // A rate, too, has its day.
      expect(words).toMatch(/(汇率|Exchange rate|為替レート).*≈/);
    },
  );

  test("in English has no Chinese but what people wrote, with the local name next to a name", async () => {
    const { sent } = await sendOne({ language: "en" });
    const page = await read(sent.path);
    expect(page.querySelector("h1")?.textContent).toBe("Cloud Bay Tower");
    const written = ["クラウドベイタワー", "林顾问", "云汀不动产", "芝浦4-2-1", "港区"];
    const words = written.reduce((text, one) => text.replaceAll(one, ""), page.body.textContent ?? "");
    expect(words).not.toMatch(/\p{Script=Han}/u);
    expect(page.querySelector(".head .soft")?.textContent).toBe("クラウドベイタワー");
  });

  test("of a quotation has its number, the price of that day in two currencies, every cost, and says when it has been sold", async () => {
    await withAddress();
    const { id } = await estate();
    const { unit } = await flat(id, { list_price: "61800000.00" });
    const { path } = await send(asSales, { kind: "quote", unit_id: unit.id, language: "en" });
    await updateIn("unit", unit.id, { list_price: "99900000.00" });
    const words = await wordsOf(path);
    for (const said of ["BJ2611200001", "JPY 61,800,000", "CNY ", "27 Nov 2026", "Stamp duty", "Down payment"])
      expect(words).toContain(said);
    expect(words).not.toMatch(/99,900,000|has been sold/);
    await updateIn("unit", unit.id, { status: "sold" });
    expect(await wordsOf(path)).toContain("This unit has been sold since");
    expect(await wordsOf(path)).toContain("JPY 61,800,000");
  });

  test("of a comparison has a column for each, with price, cost, yields, station and handover", async () => {
    await withAddress();
    const facts = {
      gross_yield: 4.2,
      handover_at: "2027-06",
      stations: [{ line: "山手线", station: "田町", walk_min: 7, bus_min: null }],
    };
    const first = await estate({ ...facts, stations: facts.stations as never });
    const second = await estate();
    const { path } = await send(asSales, { kind: "compare", estate_ids: [second.id, first.id] });
    const page = await read(path);
    const cells = [...page.querySelectorAll(".scroll tr")].map((row) =>
      [...row.children].map((one) => one.textContent),
    );
    expect(cells[0]).toEqual(["", second.name, first.name]);
    const lines = new Map(cells.slice(1).map(([label = "", ...values]) => [label, values]));
    expect(lines.get("总价")?.[1]).toBe("5,980万–1.28亿日元");
    expect(lines.get("折合")?.[1]).toMatch(/元$/);
    expect(lines.get("购房总支出")?.[1]).toMatch(/^[\d,]+日元$/);
    expect(lines.get("交通")).toEqual(["–", "山手线 田町 步行7分钟"]);
    expect(lines.get("交房")?.[1]).toBe("2027年6月");
    expect(lines.get("表面回报率")?.[1]).toBe("4.2%");
  });

  test("leaves out what is offline, and says so; what is sold out is said", async () => {
    await withAddress();
    const [first, second] = [await estate({ sale_status: "sold_out" }), await estate()];
    const { path } = await send(asSales, { kind: "estates", estate_ids: [first.id, second.id] });
    expect((await read(path)).querySelectorAll("[data-estate]")).toHaveLength(2);
    expect(await wordsOf(path)).toContain("该楼盘已售罄");
    await updateIn("estate", second.id, { publish_status: "offline" });
    const page = await read(path);
    expect([...page.querySelectorAll("[data-estate] h2")].map((one) => one.firstChild?.textContent)).toEqual([
      first.name,
    ]);
    expect(page.body.textContent).toContain("部分房源已下架");
    await updateIn("estate", first.id, { publish_status: "offline" });
    expect(await wordsOf(path)).toContain("这里的房源已下架");
  });

  test("of a special page shows its modules with the form of the share, as long as it is public", async () => {
    await withAddress();
    const { id: estate_id } = await estate();
    const cover = await make.media({ uploader: sales.id, scene: "content", is_private: false });
    const body = {
      ...{ name: "湾岸", title: "东京湾岸新盘合集", slug: "bay", cover_id: cover.id, estate_ids: [estate_id] },
      modules: [
        { type: "text", props: { title: "为什么", content: "<p>轨道成熟</p>" } },
        { type: "estates", props: { title: "在售", source: "manual" } },
        { type: "form", props: { title: "预约咨询" } },
      ],
    } as never;
    const { id } = (await asAdmin(special.create, { body })).data;
    const ask = () => asSales(share.create, { body: { kind: "special", special_id: id } });
    expect(await ask()).toMatchObject({ code: 40902, message: "专题未发布或已结束，不能生成链接" });
    await asAdmin(special.publish, { params: { id }, body: { version: 1 } });
    const { path } = await send(asSales, { kind: "special", special_id: id });
    const page = await read(path);
    expect(page.querySelector("h1")?.textContent).toBe("东京湾岸新盘合集");
    expect(page.body.textContent).toContain("轨道成熟");
    expect([...page.querySelectorAll("form")].map((one) => one.getAttribute("action"))).toEqual([`${path}#form`]);
    expect(page.querySelectorAll("h1")).toHaveLength(1);
    await updateIn("special", id, { publish_status: "offline" });
    expect(await wordsOf(path)).not.toContain("轨道成熟");
  });

  test("shows the customer's owner of today once its consultant has left, else their leader", async () => {
    const customer = await make.customer({ owner_id: sales.id });
    await withAddress();
    const ids = { estate_ids: [(await estate()).id] };
    const theirs = await send(asSales, { kind: "estate", ...ids, customer_id: customer.id });
    const nobodys = await send(asSales, { kind: "estate", ...ids });
    await updateIn("team", { name: "东京" }, { leader_id: leader.id });
    await updateIn("customer", customer.id, { owner_id: successor.id });
    const shown = async (path: string) => (await read(path)).querySelector(".person strong")?.textContent;
    expect([await shown(theirs.path), await shown(nobodys.path)]).toEqual(["林顾问", "林顾问"]);
    await updateIn("user", sales.id, { status: "resigned" });
    expect([await shown(theirs.path), await shown(nobodys.path)]).toEqual(["陈接手", "王组长"]);
  });
});

import { describe, expect, test } from "vitest";
import { share } from "~/contract/share/share";
import { shareExpire } from "~/server/jobs/share/share-expire";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { desk } from "~/test/support/desk";
import { days } from "~/test/support/factories";
import { shareDesk, shareStaff } from "~/test/support/share";

const here = desk(shareStaff);
const { make, rowsIn, rowIn, countIn, updateIn, insertIn, runJob, whoMay, logLines } = here;
const { sales, asManager, asSales } = here;
const { estate, flat, send, withAddress, change, wait } = shareDesk(here);

const one = async () => [(await estate()).id];

describe("a share", () => {
  test("is made with a number, a token of which the hash is stored, the prices and rates of the day, and its last day", async () => {
    await withAddress();
    const { id: estate_id } = await estate();
    const { unit } = await flat(estate_id, { list_price: "61800000.00" });
    const customer = await make.customer({ owner_id: sales.id });
    const made = await send(asSales, {
      ...{ kind: "quote", unit_id: unit.id, customer_id: customer.id, language: "en", note: "请看看" },
    });
    expect(made.share_no).toBe("FX2611200001");
    expect(made.url).toMatch(/^https:\/\/desk\.example\/s\/v\/[\w-]{43}$/);
    expect(made.text.split("\n").at(-1)).toBe(made.url);
    expect(made.expires_at).toBe("2026-12-20T12:00:00.000+08:00");
    const row = await rowIn("share", made.id);
    const token = made.url.split("/").at(-1) ?? "";
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row).toMatchObject({
      ...{ kind: "quote", unit_id: unit.id, quotation_no: "BJ2611200001", estate_ids: [estate_id], language: "en" },
      ...{ status: "active", title: "云汀湾岸塔 A座 1203", currency: "CNY", user_id: sales.id, version: 1 },
      snapshot: {
        day: "2026-11-20",
        estates: [{ id: estate_id, currency: "JPY", min: "59800000.00", max: "128000000.00" }],
        quote: { price: "61800000.00", currency: "JPY", valid_until: "2026-11-27", other: { currency: "CNY" } },
      },
    });
    expect(row.token_hash).toMatch(/^[\da-f]{64}$/);
    // As a printed quotation, it was given to the customer.
    expect(await rowsIn("unitLog")).toMatchObject([{ act: "quote", customer_id: customer.id, by: sales.id }]);
    expect((await logLines()).map(({ summary }) => summary)).toContain("分享FX2611200001 云汀湾岸塔 A座 1203");
  });

  test("lives as long as its maker says, else as the setting does", async () => {
    await withAddress();
    await here.setSetting("share.days", 7);
    const estate_ids = await one();
    const [usual, own] = [
      await send(asSales, { kind: "estate", estate_ids }),
      await send(asSales, { kind: "estate", estate_ids, days: 365 }),
    ];
    expect([usual.expires_at, own.expires_at].map((at) => at.slice(0, 10))).toEqual(["2026-11-27", "2027-11-20"]);
    expect(await asSales(share.create, { body: { kind: "estate", estate_ids, days: 366 } })).toMatchObject({
      code: 42200,
    });
  });

  test("names what it is of, and only what clients may see; without an address of ours no link is made, and that is said before", async () => {
    const estate_ids = await one();
    const ask = (body: object, of: typeof share.create | typeof share.preview = share.create) =>
      asSales(of, { body: body as never });
    const preview = async (body: object) => (await ask(body, share.preview)).data as { link_blocked: string | null };
    const without = await ask({ kind: "estate", estate_ids });
    expect([without.status, without.message]).toEqual([409, "尚未设置工作台地址，不能生成链接"]);
    expect((await preview({ kind: "estate", estate_ids })).link_blocked).toBe(without.message);
    await withAddress();
    expect((await preview({ kind: "estate", estate_ids })).link_blocked).toBeNull();
    const [first = 0, second = 0] = [...estate_ids, ...(await one())];
    for (const [body, field] of [
      [{ kind: "quote" }, "unit_id"],
      [{ kind: "quote", unit_id: 999 }, "unit_id"],
      [{ kind: "special" }, "special_id"],
      [{ kind: "special", special_id: 999 }, "special_id"],
      [{ kind: "estate", estate_ids: [] }, "estate_ids"],
      [{ kind: "estate", estate_ids: [first, second] }, "estate_ids"],
      [{ kind: "estate", estate_ids: [999_999] }, "estate_ids"],
      [{ kind: "estates", estate_ids: [first, first] }, "estate_ids"],
      [{ kind: "compare", estate_ids: [first] }, "estate_ids"],
      [{ kind: "compare", estate_ids: [1, 2, 3, 4, 5] }, "estate_ids"],
      [{ kind: "estate", estate_ids, language: "zh_tw" }, "language"],
      [{ kind: "estate", estate_ids, currency: "ZZZ" }, "currency"],
      [{ kind: "estate", estate_ids, customer_id: 999 }, "customer_id"],
    ] as const)
      expect(await ask(body), JSON.stringify(body)).toMatchObject({ code: 42200, data: { errors: [{ field }] } });
    await updateIn("estate", first, { publish_status: "offline" });
    expect(await ask({ kind: "compare", estate_ids: [first, second] })).toMatchObject({
      ...{ code: 40902, message: "房源未上架，不能生成链接" },
    });
    const { unit } = await flat(second, { status: "sold" });
    expect(await ask({ kind: "quote", unit_id: unit.id })).toMatchObject({ code: 40902 });
    expect(await countIn("share")).toBe(0);
  });

  test("is made once for one filled-in form", async () => {
    await withAddress();
    const body = { kind: "estate", estate_ids: await one() } as const;
    const key = "one-filled-in-form";
    const [first, again] = [await asSales(share.create, { body, key }), await asSales(share.create, { body, key })];
    expect(again.data.url).toBe(first.data.url);
    expect(await countIn("share")).toBe(1);
  });

  test("ends by withdrawal, once, and by its time, before the job has come by", async () => {
    await withAddress();
    const [first, second] = [
      await send(asSales, { kind: "estate", estate_ids: await one(), days: 1 }),
      await send(asSales, { kind: "estate", estate_ids: await one() }),
    ];
    const act = { params: { id: second.id } };
    expect((await asManager(share.withdraw, act)).data).toMatchObject({
      status: "withdrawn",
      can: { withdraw: false },
    });
    expect(await asSales(share.withdraw, act)).toMatchObject({ code: 40902 });
    wait(86_400);
    expect((await asSales(share.get, { params: { id: first.id } })).data).toMatchObject({
      ...{ status: "expired", can: { withdraw: false } },
    });
    expect(await asSales(share.withdraw, { params: { id: first.id } })).toMatchObject({ code: 40902 });
    const expired = async () => (await asSales(share.list, { query: { status: ["expired"] } })).data.total;
    expect([await expired(), (await rowIn("share", first.id)).status]).toEqual([1, "active"]);
    expect(await runJob(shareExpire)).toBe("1 expired");
    expect(await runJob(shareExpire)).toBe("0 expired");
    expect(await rowIn("share", first.id)).toMatchObject({ status: "expired", version: 2 });
    expect([await expired(), (await rowIn("share", second.id)).status]).toEqual([1, "withdrawn"]);
  });

  test("keeps its looks for 180 days, and its counts for good", async () => {
    await withAddress();
    const { id } = await send(asSales, { kind: "estate", estate_ids: await one() });
    const look = { share_id: id, visitor_hash: "x", seconds: 3, device: "pc" as const };
    await insertIn("shareOpen", { ...look, visit: "old", at: days(-181) });
    await insertIn("shareOpen", { ...look, visit: "new", at: days(-179) });
    await change(id, { open_count: 2, visitor_count: 2 });
    await runJob(logCleanup);
    const { data } = await asSales(share.get, { params: { id } });
    expect([data.opens.length, data.open_count]).toEqual([1, 2]);
  });
});

test("the list finds them by number, title, kind, customer, estate, person and day, in three orders", async () => {
  await withAddress();
  const customer = await make.customer({ owner_id: sales.id });
  const [first = 0] = await one();
  const { id: second } = await estate({ name: "汐见云庭" });
  const alone = await send(asSales, { kind: "estate", estate_ids: [second], customer_id: customer.id });
  wait(60);
  const both = await send(asManager, { kind: "compare", estate_ids: [first, second] });
  await change(alone.id, { open_count: 2, last_opened_at: days(1) });
  const found = async (query: object) =>
    (await asManager(share.list, { query })).data.list.map(({ id }: { id: number }) => id);
  expect(await found({})).toEqual([both.id, alone.id]);
  for (const [query, ids] of [
    [{ keyword: alone.share_no.toLowerCase() }, [alone.id]],
    [{ keyword: "汐见" }, [both.id, alone.id]],
    [{ kind: ["compare"] }, [both.id]],
    [{ customer_id: customer.id }, [alone.id]],
    [{ estate_id: first }, [both.id]],
    [{ user_id: here.manager.id }, [both.id]],
    [{ created_from: "2026-11-21" }, []],
    [{ status: ["withdrawn"] }, []],
    [{ sort: "-open_count" }, [alone.id, both.id]],
    [{ sort: "last_opened_at" }, [alone.id, both.id]],
  ] as const)
    expect(await found(query), JSON.stringify(query)).toEqual(ids);
});

const sellers = "SM SR CM";
whoMay(share, {
  ...{ list: sellers, get: sellers, create: sellers, withdraw: sellers, preview: "SM SR CM EM CE SE CS" },
});

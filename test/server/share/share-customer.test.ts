import { describe, expect, test } from "vitest";
import { deal } from "~/contract/deal/deal";
import { share } from "~/contract/share/share";
import { timeline } from "~/contract/timeline/timeline";
import { destroy, merge, recycle } from "~/test/support/customer-acts";
import { desk } from "~/test/support/desk";
import { days } from "~/test/support/factories";
import { shareDesk, shareStaff } from "~/test/support/share";

const here = desk(shareStaff);
const { make, rowIn, updateIn } = here;
const { sales, asAdmin, asManager, asSales, asOther, asChannel, asRival } = here;
const { estate, send, withAddress, change } = shareDesk(here);

const one = async () => [(await estate()).id];

describe("what was sent to a customer", () => {
  const sentTo = async (customer_id: number, as = asSales) =>
    send(as, { kind: "estate", estate_ids: await one(), customer_id });

  test("is seen, made and withdrawn by who may see the customer; else by its maker and their manager", async () => {
    await withAddress();
    const customer = await make.customer({ owner_id: sales.id });
    const theirs = await sentTo(customer.id);
    const nobodys = await send(asSales, { kind: "estate", estate_ids: await one() });
    for (const { id } of [theirs, nobodys]) {
      const codes = [asSales, asManager, asAdmin, asOther, asChannel].map(
        async (as) => (await as(share.get, { params: { id } })).code,
      );
      expect(await Promise.all(codes)).toEqual([200, 200, 200, 40301, 40301]);
      expect(await asOther(share.withdraw, { params: { id } })).toMatchObject({ code: 40301 });
      expect((await asOther(share.list, { query: {} })).data.list).toEqual([]);
    }
    const body = { kind: "estate", estate_ids: await one(), customer_id: customer.id } as const;
    for (const as of [asOther, asChannel])
      expect(await as(share.create, { body })).toMatchObject({
        ...{ code: 42200, data: { errors: [{ field: "customer_id", message: expect.stringContaining("权限范围") }] } },
      });
    // Whoever has the customer now sees what they were sent.
    await updateIn("customer", customer.id, { owner_id: here.other.id });
    expect((await asOther(share.get, { params: { id: theirs.id } })).data.customer).toMatchObject({
      ...{ id: customer.id, name: customer.name, is_visible: true },
    });
    expect((await asSales(share.get, { params: { id: theirs.id } })).code).toBe(40301);
  });

  test("is the channel manager's by the leads of their own agents, without the customer's name where they do not see it", async () => {
    await withAddress();
    const customer = await make.customer({ owner_id: sales.id });
    const agent = await make.agent({ manager_id: here.channel.id });
    await make.clue({ agent_id: agent.id, estate_id: (await estate()).id, customer_id: customer.id });
    const made = await sentTo(customer.id, asChannel);
    expect((await asChannel(share.get, { params: { id: made.id } })).data.customer).toEqual({
      ...{ id: customer.id, name: customer.customer_no, is_visible: false },
    });
    expect(await asRival(share.get, { params: { id: made.id } })).toMatchObject({ code: 40301 });
    expect((await asChannel(share.list, { query: {} })).data.total).toBe(1);
    expect((await asRival(share.list, { query: {} })).data.total).toBe(0);
    expect((await asChannel(share.withdraw, { params: { id: made.id } })).code).toBe(200);
  });

  test("stands in their time line, with how often it was looked at", async () => {
    await withAddress();
    const customer = await make.customer({ owner_id: sales.id });
    const { id } = await sentTo(customer.id);
    await change(id, { open_count: 3, last_opened_at: days(0) });
    const { data } = await asSales(timeline.list, { params: { id: customer.id }, query: { kind: ["share"] } });
    expect(data.list).toMatchObject([
      { kind: "share", share: { id, kind: "estate", title: "云汀湾岸塔", open_count: 3, user: { name: "林顾问" } } },
    ]);
  });

  test("goes along in a merge, and is withdrawn and emptied when they are forgotten", async () => {
    await withAddress();
    const [target, source] = [await make.customer({ owner_id: sales.id }), await make.customer({ owner_id: sales.id })];
    const { id } = await send(asSales, {
      ...{ kind: "estate", estate_ids: await one(), customer_id: source.id, note: "王先生，这套合适" },
    });
    expect((await merge(asManager, target, source)).code).toBe(200);
    expect(await rowIn("share", id)).toMatchObject({ customer_id: target.id, status: "active", version: 1 });
    expect((await recycle(asManager, target.id)).code).toBe(200);
    expect((await destroy(asAdmin, target.id)).code).toBe(200);
    expect(await rowIn("share", id)).toMatchObject({ status: "withdrawn", note: null });
  });

  test("is where a deal about it came from, if it was looked at; by its inquiry before all others", async () => {
    await withAddress();
    const customer = await make.customer({ owner_id: sales.id });
    const { id: estate_id } = await estate();
    const sent = () => send(asSales, { kind: "estate", estate_ids: [estate_id], customer_id: customer.id });
    const [seen, unseen, asked] = [await sent(), await sent(), await sent()];
    await change(seen.id, { open_count: 1 });
    const inquiry = await make.inquiry({ customer_id: customer.id, share_id: asked.id, assignee_id: sales.id });
    const deals = async (more: object) => {
      const body = { customer_id: customer.id, estate_id, ...more } as never;
      const { id } = (await asSales(deal.create, { body })).data;
      return (await asSales(deal.get, { params: { id } })).data.share;
    };
    expect(await deals({})).toEqual({ id: seen.id, name: seen.share_no });
    expect(await deals({ inquiry_id: inquiry.id })).toEqual({ id: asked.id, name: asked.share_no });
    await change(seen.id, { open_count: 0 });
    expect(await deals({})).toBeNull();
    expect(unseen.id).toBeGreaterThan(seen.id);
  });
});

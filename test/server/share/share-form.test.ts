import { expect, test } from "vitest";
import { customer as customerApi } from "~/contract/customer/customer";
import { inquiry } from "~/contract/inquiry/inquiry";
import { destroy, merge, recycle } from "~/test/support/customer-acts";
import { desk } from "~/test/support/desk";
import { shareDesk, typedForm } from "~/test/support/share";

const here = desk({
  admin: { role: "super_admin", name: "管理员" },
  manager: { role: "sales_manager", name: "王经理", team: "东京" },
  sales: { role: "sales", name: "林顾问", team: "东京" },
  other: { role: "sales", name: "陈顾问", team: "大阪" },
});
const { make, rowsIn, updateIn, sales, asAdmin, asManager, asSales } = here;
const { estate, flat, send, withAddress, wait, request, documentOf, comeAnew } = shareDesk(here);

async function sent(more: object = {}) {
  await withAddress();
  const [estates, body] = [[await estate(), await estate()], more as { estate_ids?: number[] }];
  const ids = estates.map(({ id }) => id);
  return { ids, ...(await send(asSales, { kind: "estate", estate_ids: ids.slice(0, 1), ...body })) };
}

/** Fills in the form as a browser without a script does, after so many seconds, and sends it. */
async function fill(path: string, typed: Record<string, string>, { after = 5, token = "" } = {}) {
  const form = (await documentOf(await request(path))).querySelector("form");
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>("[name]") ?? [])];
  const fields = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
  const body = new URLSearchParams({ ...fields, ...(token && { token }), ...typed });
  wait(after);
  const reply = await request(form?.getAttribute("action") ?? "", {
    method: "POST",
    headers: typedForm,
    body: `${body}`,
  });
  return { reply, token: fields.token ?? "" };
}
const typed = { name: "王芳", phone: "19900000001", note: "周末想看房" };

test("a question is an inquiry of the share, for its consultant, with the customer as a candidate and nothing more", async () => {
  const customer = await make.customer({ owner_id: sales.id, name: "欧阳若兰" });
  const { ids, path, id, share_no } = await sent({ customer_id: customer.id });
  const { reply, token } = await fill(path, typed);
  expect([reply.status, reply.headers.get("location")]).toEqual([303, `${path}?sent=1#form`]);
  const thanks = await documentOf(await request(`${path}?sent=1`));
  expect(thanks.querySelector("[role=status]")?.textContent).toBe("提交成功，顾问会尽快与您联系。");
  expect(thanks.querySelector("script")).toBeNull();
  const [row] = await rowsIn("inquiry");
  expect(row).toMatchObject({
    ...{ kind: "estate", name: "王芳", phone_e164: "+8619900000001", content: "周末想看房", estate_id: ids[0] },
    ...{ share_id: id, assignee_id: sales.id, status: "assigned", customer_id: null, source_key: "share" },
    // The address of a page is a secret.
    page_url: null,
  });
  const read = async () => (await asSales(inquiry.get, { params: { id: row?.id ?? 0 } })).data;
  expect(await read()).toMatchObject({
    ...{ share: { id, name: share_no }, customer: null },
    candidate: { id: customer.id, name: "欧阳若兰", is_visible: true },
  });
  // The customer's own page knows nothing of it.
  expect((await asSales(customerApi.get, { params: { id: customer.id } })).data).toMatchObject({ inquiry_count: 0 });
  // The same form, sent once more by an impatient finger.
  expect((await fill(path, typed, { token })).reply.status).toBe(303);
  expect(await rowsIn("inquiry")).toHaveLength(1);
});

test("a candidate goes along in a merge, and is none once they are forgotten, or for who may not see them", async () => {
  const [target, source] = [
    await make.customer({ owner_id: sales.id }),
    await make.customer({ owner_id: sales.id, name: "欧阳若兰" }),
  ];
  const { path } = await sent({ customer_id: source.id });
  await fill(path, typed);
  const [{ id } = { id: 0 }] = await rowsIn("inquiry");
  const candidate = async (as = asSales) => (await as(inquiry.get, { params: { id } })).data.candidate;
  await merge(asManager, target, source);
  expect(await candidate()).toMatchObject({ id: target.id });
  await updateIn("customer", target.id, { owner_id: here.other.id });
  expect(await candidate()).toEqual({ id: target.id, name: target.customer_no, is_visible: false });
  await recycle(asAdmin, target.id);
  await destroy(asAdmin, target.id);
  expect(await candidate()).toBeNull();
});

test("somebody who is known by their contact is that customer, whoever the page was sent to", async () => {
  const known = await make.customer({ owner_id: here.other.id, phone: "19900000001" });
  const addressee = await make.customer({ owner_id: sales.id });
  const { path } = await sent({ customer_id: addressee.id });
  await fill(path, typed);
  const [row] = await rowsIn("inquiry");
  expect(row).toMatchObject({ customer_id: known.id, assignee_id: here.other.id });
  expect((await asAdmin(inquiry.get, { params: { id: row?.id ?? 0 } })).data.candidate).toBeNull();
});

test("a question about a quotation asks for its estate, one about several for none; once the consultant has left, who is on duty answers", async () => {
  await withAddress();
  const [first, second] = [await estate(), await estate()];
  const { unit } = await flat(first.id);
  const quote = await send(asSales, { kind: "quote", unit_id: unit.id });
  const several = await send(asSales, { kind: "estates", estate_ids: [first.id, second.id] });
  await fill(quote.path, typed);
  await updateIn("user", sales.id, { status: "resigned" });
  await fill(several.path, { ...typed, phone: "19900000002" });
  const rows = await rowsIn("inquiry");
  expect(rows.map(({ estate_id, share_id }) => [estate_id, share_id])).toEqual([
    [first.id, quote.id],
    [null, several.id],
  ]);
  expect(rows[0]?.assignee_id).toBe(sales.id);
  expect(rows[1]?.assignee_id).not.toBe(sales.id);
});

test("what is wrong stands at its field, in the language of the page, with what was typed", async () => {
  const { path } = await sent({ language: "en" });
  const { reply } = await fill(path, { name: "", phone: "12", note: '<b>"x"' });
  expect([reply.status, reply.headers.get("cache-control")]).toEqual([422, "no-store"]);
  const page = await documentOf(reply);
  expect(page.querySelector("#e-name")?.textContent).toBe("Please check this field");
  expect(page.querySelector<HTMLTextAreaElement>("[name=note]")?.value).toBe('<b>"x"');
  expect([...page.querySelectorAll("form label")].map(({ textContent }) => textContent?.trim())).toEqual(
    expect.arrayContaining(["Name *", "Phone", "WeChat", "E-mail", "Message"]),
  );
  const none = await documentOf((await fill(path, { name: "Ann" })).reply);
  expect(none.querySelector("#e-phone")).not.toBeNull();
  expect(await rowsIn("inquiry")).toEqual([]);
});

test("programs and floods are kept out: the hidden field, too quick, a false or old token, a tenth try, too long a text", async () => {
  const { path } = await sent({ days: 30 });
  const other = await send(asSales, { kind: "estate", estate_ids: [(await estate()).id] });
  const notices = async (options: Parameters<typeof fill>[2], over: object = {}) => {
    const { reply } = await fill(path, { ...typed, ...over }, options);
    return [reply.status, (await documentOf(reply)).querySelector("[role=alert]")?.textContent];
  };
  expect(await notices({ after: 1 })).toEqual([422, "填写过快，请稍候再提交"]);
  expect(await notices({}, { website: "https://spam.example" })).toEqual([422, "填写过快，请稍候再提交"]);
  expect(await notices({ token: "share.1.2.x" })).toEqual([422, "页面已过期，请再次提交"]);
  const foreign = (await documentOf(await request(other.path))).querySelector<HTMLInputElement>("[name=token]")?.value;
  expect(await notices({ token: foreign ?? "" })).toEqual([422, "页面已过期，请再次提交"]);
  expect(await notices({ after: 25 * 3600 })).toEqual([422, "页面已过期，请再次提交"]);
  const sendLong = () => request(path, { method: "POST", headers: typedForm, body: `note=${"长".repeat(70_000)}` });
  expect((await sendLong()).status).toBe(413);
  for (let turn = 0; turn < 5; turn++) await notices({ after: 1 });
  expect(await notices({ after: 3 })).toEqual([429, "操作过于频繁，请稍后再试"]);
  expect((await sendLong()).status).toBe(429);
  expect(await rowsIn("inquiry")).toEqual([]);
  comeAnew();
  expect((await fill(path, typed)).reply.status).toBe(303);
});

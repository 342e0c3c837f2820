import { expect, it } from "vitest";
import { customer } from "~/contract/customer/customer";
import { notification } from "~/contract/notification/notification";
import { staff } from "~/contract/system/staff";
import { groupFields } from "~/contract/where-fields";
import { allLists, casesOf } from "~/test/bench/list-cases";

const lists = allLists();

it("finds the lists in the contract, one that stands on two paths once", () => {
  const endpoints = lists.map(({ endpoint }) => endpoint);
  expect(endpoints).toContain(customer.pool);
  expect(endpoints).not.toContain(customer.listPool);
  expect(endpoints).toContain(staff.list);
  expect(endpoints).toContain(notification.receipts);
  expect(endpoints).not.toContain(customer.export);
});

it.each(lists.map((list) => [list.endpoint.summary, list] as const))(
  "%s: every order and every filter is a case",
  (_, list) => {
    const asked = casesOf(list, "super_admin", "管理员").map(({ path }) => new URL(path, "http://list").searchParams);
    for (const sort of list.sorts) expect(asked.map((one) => one.get("sort"))).toContain(sort);
    const hasGroups = groupFields(list.endpoint).length > 0;
    for (const name of Object.keys(list.shape).filter((one) => one !== "group" || hasGroups))
      expect(asked.some((one) => one.has(name) || name === "page" || name === "view")).toBe(true);
  },
);

it("asks a long list of one record of the record that has one", () => {
  const receipts = lists.find(({ endpoint }) => endpoint === notification.receipts);
  const asked = receipts && casesOf(receipts, "super_admin", "管理员").map(({ path }) => new URL(path, "http://list"));
  expect(new Set(asked?.map(({ pathname }) => pathname))).toEqual(new Set(["/api/notification/1/receipts"]));
});

it("asks each scope together with each order, and with what narrows it", () => {
  const owned = lists.find(({ endpoint }) => endpoint === customer.list);
  const said = owned && casesOf(owned, "sales", "销售").map(({ what }) => what);
  for (const narrowed of ["sort=name", "stage=visited", "owner_id=12", "keyword=建国"])
    expect(said).toEqual(expect.arrayContaining([expect.stringContaining(`view=team ${narrowed}`)]));
});

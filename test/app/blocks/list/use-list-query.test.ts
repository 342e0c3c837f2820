// @vitest-environment node
import { expect, it } from "vitest";
import { listSearch } from "~/app/blocks/list/use-list-query";
import { customer } from "~/contract/customer/customer";

const next = (search: string, change: Record<string, unknown>) =>
  listSearch(customer.pool, new URLSearchParams(search), change).toString();

it("goes back to the first page with every change but that of the page", () => {
  expect(next("page=3&level=A", { keyword: "王" })).toBe("level=A&keyword=%E7%8E%8B");
  expect(next("page=3&level=A", { page: 4 })).toBe("page=4&level=A");
});

it("leaves defaults out of the address and drops what is emptied", () => {
  expect(next("sort=name&page_size=50", { sort: "-pool_at", page_size: 20 })).toBe("");
  expect(next("level=A%2CB&keyword=x", { level: undefined, keyword: "" })).toBe("");
});

it("forgets a value that a hand has made unreadable, and keeps strange parameters", () => {
  expect(next("page_size=7&level=Z&client_id=false", { keyword: "a" })).toBe("client_id=false&keyword=a");
});

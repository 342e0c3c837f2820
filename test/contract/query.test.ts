import fc from "fast-check";
import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import { pathOf, writeQuery } from "~/contract/endpoint";
import { readQuery } from "~/contract/read-query";

test("a query written and read again is the same", () => {
  fc.assert(
    fc.property(
      fc.record({
        page: fc.integer({ min: 1, max: 100 }),
        page_size: fc.constantFrom(10, 20, 50, 100),
        sort: fc.constantFrom("pool_at", "-pool_at", "name"),
        level: fc.uniqueArray(fc.constantFrom("A", "B", "C", "D"), { minLength: 1 }),
        keyword: fc.stringMatching(/^[\p{L}\d]{1,50}$/u),
        pool_from: fc.constantFrom("2026-01-31", "2025-12-01"),
      }),
      (query) => {
        expect(readQuery(writeQuery(query), customer.pool)).toEqual({ ...query, view: "pool" });
      },
    ),
  );
});

test("a hand-edited address falls back to the defaults, one value at a time, and never fails", () => {
  const url = new URL("http://x/?page=-1&page_size=7&sort=password&level=A,Z&keyword=%E7%8E%8B&pool_from=yesterday");
  expect(readQuery(url, customer.pool)).toEqual({
    page: 1,
    page_size: 20,
    sort: "-pool_at",
    view: "pool",
    keyword: "王",
  });
  fc.assert(
    fc.property(fc.webQueryParameters(), (search) => void readQuery(new URLSearchParams(search), tracking.list)),
  );
});

test("a page beyond the end that lists have falls back to the first", () => {
  expect(readQuery(new URLSearchParams("page=501"), customer.pool).page).toBe(1);
  expect(readQuery(new URLSearchParams("page=500"), customer.pool).page).toBe(500);
});

test("booleans travel as 1 and 0", () => {
  expect(writeQuery({ is_valid: false }).toString()).toBe("is_valid=0");
  expect(readQuery(new URLSearchParams("is_valid=0"), tracking.list).is_valid).toBe(false);
});

test("path parameters are filled in and escaped", () => {
  expect(pathOf(customer.get, { id: 12 })).toBe("/api/customer/information/12");
  expect(pathOf({ path: "/api/upload/file/{token}" }, { token: "a/b" })).toBe("/api/upload/file/a%2Fb");
});

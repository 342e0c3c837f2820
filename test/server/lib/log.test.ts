import { expect, test } from "vitest";
import { customer } from "~/server/database/tables/customer/customer";
import { createLog } from "~/server/lib/log";
import { testDatabase } from "~/test/support/database";

const { db } = testDatabase();

function logged(error: unknown): string {
  const lines: string[] = [];
  createLog("error", { write: (line) => void lines.push(line) }).error(
    { err: error, request_id: "r-1" },
    "request failed",
  );
  return lines.join("");
}

test("a failed query leaves no names and numbers in the log, only its kind, code and place", async () => {
  const values = { name: "王建国", phone: "13812345678", customer_no: "KH1", source: "phone", birth_year: Number.NaN };
  const error = await db
    .insert(customer)
    .values(values)
    .catch((cause: unknown) => cause);
  expect(String(error)).toContain("王建国");
  const line = logged(error);
  expect(line).not.toMatch(/王建国|13812345678/);
  expect(JSON.parse(line)).toMatchObject({ request_id: "r-1", err: { code: "22P02" } });
  expect(line).toContain("log.test.ts");
});

test("an error of our own keeps its words", () => {
  expect(JSON.parse(logged(new TypeError("x is not a function")))).toMatchObject({
    err: { type: "TypeError", message: "x is not a function" },
  });
});

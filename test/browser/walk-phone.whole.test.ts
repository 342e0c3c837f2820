import { expect, test } from "vitest";
import { walk } from "~/test/support/walk";

test("on the phone every screen opens, fits, has no serious finding, and Back returns to it", {
  timeout: 900_000,
}, async () => {
  expect(await walk({ phone: true })).toEqual({});
});

import { expect, test } from "vitest";
import { Addresses, isKnown, walk } from "~/test/support/walk";

// Each screen twice: on a busy machine more than a test is given.
const timeout = 900_000;
const addresses = new Addresses();

test("on the desktop every screen opens, fits, has no serious finding, and Back returns to it", {
  timeout,
}, async () => {
  expect(await walk({ phone: false, addresses })).toEqual({});
});

// Over all of them: walk-phone.whole.test.ts.
test("so does on the phone every screen whose parts no other has", { timeout }, async () => {
  expect(await walk({ phone: true, isLeftOut: isKnown, addresses })).toEqual({});
});

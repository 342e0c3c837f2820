import { expect, test } from "vitest";
import { desk } from "~/test/support/desk";
import { testNow } from "~/test/support/factories";
import { listening } from "~/test/support/listening";

const { api } = desk({});
const { urlOf } = listening(api.app.fetch);

test("an answer that no cache keeps tells the time of the server's clock", async () => {
  const answer = await fetch(`${urlOf()}/api/system/config/public`);
  expect(answer.headers.get("date")).toBe(testNow.toUTCString());
});

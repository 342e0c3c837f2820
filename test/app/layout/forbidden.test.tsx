import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { changeSetting } from "~/app/browser/persisted";
import { StaffFrame } from "~/app/layout/staff-frame";
import { routeTest } from "../../support/route-test";

const inFrame = (text: string) => () => (
  <StaffFrame>
    <p>{text}</p>
  </StaffFrame>
);
let answer: () => void = () => undefined;
/** Answered whenever that is: before the loader begins, too. */
const answered = new Promise<null>((resolve) => {
  answer = () => resolve(null);
});
const { open } = routeTest({
  path: "/customer/publicCustomer",
  module: {
    default: inFrame("客户在此"),
    clientLoader: () => answered,
  },
  others: { "/agent/list": inFrame("代理在此") },
});
const refusal = "您没有查看该内容的权限，请联系管理员";

it("a screen that one may not see has a way to one that one may, and is not told of the next one while that is under way", async () => {
  changeSetting({ openKeys: [] });
  const { actor } = await open("/agent/list", { role: "sales" });
  await screen.findByText(refusal);
  expect(screen.queryByText("代理在此")).toBeNull();
  expect(screen.getByText("返回首页").closest("a")?.getAttribute("href")).toBe("/dashboard");
  // A group opens at its first page; one that is open already would fold.
  await actor.click(screen.getByText("客户管理"));
  await waitFor(() => expect(screen.queryByText(refusal)).toBeNull());
  answer();
  expect(await screen.findByText("客户在此")).toBeDefined();
});

import { fireEvent, screen } from "@testing-library/react";
import { isNotNull } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import * as setCenter from "~/app/routes/system/set-center/set-center";
import { option as optionTable } from "~/server/database/tables/system/system";
import { routeTest } from "../../../../support/route-test";

const { db, staff, open } = routeTest({ path: "/system/setCenter", module: setCenter });
staff({ role: "super_admin" });

// The dictionary is kept between tests: what they add is removed.
afterEach(() => db.delete(optionTable).where(isNotNull(optionTable.created_by)));

const click = (name: string) => fireEvent.click(screen.getByText(name, { selector: "button *" }));

it("adds an entry, disables it, and removes it after asking; one that came with the system has no 删除", async () => {
  await open("?tab=option&scene=customer_tag");
  await screen.findByText("全款能力");
  expect(screen.queryByLabelText("删除全款能力")).toBeNull();
  click("新增");
  fireEvent.change(await screen.findByLabelText(/^名称/), { target: { value: "看海房" } });
  click("保存");
  await screen.findByText("kan_hai_fang");
  fireEvent.click(screen.getByLabelText("停用看海房"));
  await screen.findByText("已停用看海房");
  fireEvent.click(await screen.findByLabelText("删除看海房"));
  await screen.findByText(/删除客户标签中的“看海房”/);
  fireEvent.click(screen.getAllByText("删除", { selector: "button *" }).at(-1) ?? document.body);
  await screen.findByText("已删除看海房");
  expect(await db.$count(optionTable, isNotNull(optionTable.created_by))).toBe(0);
});

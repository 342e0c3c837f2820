import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { Link } from "~/app/blocks/link";
import { StaffFrame } from "~/app/layout/staff-frame";
import { routeTest } from "../../support/route-test";

const path = "/article/news-list/news-edit";
const Form = () => (
  <StaffFrame>
    <ScreenHeading />
    <Link to={`${path}?id=7`}>存为草稿</Link>
  </StaffFrame>
);
const { open } = routeTest({ path, module: { default: Form } });

const present = () => screen.getByLabelText("当前位置").querySelector("[aria-current]")?.textContent;

it("calls the form of a new record 新增, in heading, breadcrumb and window, until it has been saved", async () => {
  const { actor } = await open("", { role: "content_editor" });
  expect(await screen.findByText("新增资讯", { selector: "h1" })).toBeDefined();
  expect(present()).toBe("新增资讯");
  expect(document.title).toBe("新增资讯 · 新房工作台");
  await actor.click(screen.getByText("存为草稿"));
  expect(await screen.findByText("编辑资讯", { selector: "h1" })).toBeDefined();
  expect(present()).toBe("编辑资讯");
  await waitFor(() => expect(document.title).toBe("编辑资讯 · 新房工作台"));
});

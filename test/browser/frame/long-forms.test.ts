import { expect, test } from "vitest";
import { openPage, signIn } from "~/test/support/browser";

test.each([
  { width: "desk", phone: false, path: "/house/mansion-management/mansion-management-edit" },
  { width: "phone", phone: true, path: "/customer/addCustomerInfo" },
])("on the $width the foot of a form that stays in sight covers no field that has the focus", async (given) => {
  const page = await openPage({ phone: given.phone });
  await signIn(page, "super_admin@demo.test", given.path);
  const save = page.getByRole("button", { name: "保存", exact: true });
  await save.waitFor();
  // Selects whose options have not come yet cannot have the focus.
  await expect.poll(() => page.locator("form [aria-busy=true]").count()).toBe(0);
  const covered = await save.evaluate((button) => {
    const foot = button.parentElement;
    const form = button.closest("form");
    if (!foot || !form) throw new Error("no form");
    return [...form.querySelectorAll<HTMLElement>("input:not([type=hidden]), textarea")].flatMap((field) => {
      if (field.offsetParent === null || foot.contains(field)) return [];
      window.scrollTo(0, 0);
      field.focus();
      const { top, bottom } = field.getBoundingClientRect();
      const edge = foot.getBoundingClientRect().top;
      return top >= 0 && bottom <= edge ? [] : [`${field.getAttribute("data-path") ?? field.id}: ${bottom} > ${edge}`];
    });
  });
  expect(covered).toEqual([]);
});

import { expect, test } from "vitest";
import { atRest } from "~/test/support/at-rest";
import { openPage, signIn } from "~/test/support/browser";

// At most half of what stood there before figures, charts and acts came with a press.
test.each([
  { role: "sales", acts: 50, blue: 18, above: 1, twice: 18 },
  { role: "sales_manager", acts: 75, blue: 38, above: 2, twice: 28 },
  { role: "finance", acts: 70, blue: 43, above: 2, twice: 19 },
  { role: "channel_manager", acts: 29, blue: 6, above: 2, twice: 14 },
])(
  "the home of $role is quiet at rest, and an act comes under the pointer",
  async ({ role, acts, blue, above, twice }) => {
    const page = await openPage();
    await signIn(page, `${role}@demo.test`, "/dashboard");
    await page.getByRole("region", { name: "关键指标" }).waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("progressbar").count()).toBe(0);
    const rest = await atRest(page);
    expect(rest.acts).toBeLessThanOrEqual(acts);
    expect(rest.blue).toBeLessThanOrEqual(blue);
    expect(rest.above).toBeLessThanOrEqual(above);
    expect(rest.twice).toBeLessThanOrEqual(twice);
    const line = page
      .getByRole("region", { name: role.startsWith("sales") ? "今日工作" : "待办" })
      .locator("li li, li")
      .filter({ has: page.getByRole("button", { name: /^(写跟进|通过|确认到账) / }) });
    await line.last().hover();
    await expect.poll(async () => (await atRest(page)).acts).toBeGreaterThan(rest.acts);
  },
);

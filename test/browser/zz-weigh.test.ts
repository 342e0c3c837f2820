import { expect, test } from "vitest";
import { frame, openPage, signIn, tokenOf } from "~/test/support/browser";

test.each(["/customer/publicCustomer", "/house/estate-list", "/schedule-list", "/system/user", "/dashboard"])(
  "%s",
  async (path) => {
    const page = await openPage();
    await signIn(page, "super_admin@demo.test", "/personal-center");
    await page.context().clearCookies({ name: "nothing" });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
    const got: string[] = [];
    page.on("requestfinished", (r) => {
      void r
        .sizes()
        .then((s) =>
          got.push(`${new URL(r.url()).pathname.replace("/static/js/", "").slice(0, 60)} ${s.responseBodySize}`),
        );
    });
    await page.goto(path);
    await frame(page).waitFor();
    await page.waitForTimeout(2500);
    console.log(path, got.length, got.sort().join("\n   "));
  },
);

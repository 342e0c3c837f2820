import { afterEach, expect, it } from "vitest";
import { clearToken, token } from "~/app/api/cookie";
import { persisted } from "~/app/browser/persisted";
import { signIn } from "~/app/session/sign-in";

afterEach(clearToken);

it("keeps the token, takes the name out of it and opens the menu at the dashboard", () => {
  const claims = Buffer.from(JSON.stringify({ name: "王小明" })).toString("base64url");
  signIn({ access_token: `e30.${claims}.x`, expires_in: 604_800 });
  expect(token()).toBe(`e30.${claims}.x`);
  expect(persisted().user.userInfo).toBe("王小明");
  expect(persisted().setting).toMatchObject({ openKeys: "/dashboard", selectedKeys: ["/dashboard"] });
});

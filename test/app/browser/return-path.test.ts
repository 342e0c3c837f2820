import { afterEach, describe, expect, it } from "vitest";
import {
  consumeReturn,
  forgetReturn,
  interruptedWork,
  lastPlace,
  noteVisit,
  rememberReturn,
  returnPath,
} from "~/app/browser/return-path";
import { provideRouter } from "~/app/browser/router-access";
import { staffPath } from "~/app/browser/staff-path";

const visit = (address: string) => noteVisit(new URL(address, window.location.origin));

afterEach(forgetReturn);

it("a screen's last place has its filters and page, until the session ends", () => {
  expect(lastPlace("/customer/register")).toBe("/customer/register");
  visit("/customer/register?status=disabled&page=3");
  visit("/customer/register/detail?id=7");
  expect(lastPlace("/customer/register")).toBe("/customer/register?status=disabled&page=3");
  visit("/customer/register");
  expect(lastPlace("/customer/register")).toBe("/customer/register");
  visit("/customer/register?page=2");
  forgetReturn();
  expect(lastPlace("/customer/register")).toBe("/customer/register");
});

describe("the way back after a sign-in", () => {
  it.each([
    "",
    "dashboard",
    "dashboard/",
    "./dashboard",
    "../dashboard",
    "?next=/dashboard",
    "#/dashboard",
    "//evil.test",
    "//evil.test/dashboard",
    "///evil.test/dashboard",
    "/\\evil.test",
    "/\\/evil.test/dashboard",
    "\\\\evil.test/dashboard",
    "\\/evil.test/dashboard",
    "/\t/evil.test/dashboard",
    "/\n/evil.test/dashboard",
    "/\r\\evil.test/dashboard",
    "\t//evil.test/dashboard",
    " //evil.test/dashboard",
    " https://evil.test/dashboard",
    "https://evil.test/dashboard",
    "https:evil.test/dashboard",
    "https:/evil.test/dashboard",
    "https:\\\\evil.test/dashboard",
    "HTTPS://EVIL.TEST/dashboard",
    "http://localhost:3000@evil.test/dashboard",
    "ftp://evil.test/dashboard",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//dashboard",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "/%2f%2fevil.test/dashboard",
    "/%5cevil.test/dashboard",
    "/%09/evil.test",
    "/.//evil.test/dashboard",
    "/dashboard/..//evil.test",
    "/dashboard/../..//evil.test/dashboard",
    "/.evil.test",
    "/@evil.test/dashboard",
    "/dashboard@evil.test",
    "／／evil.test/dashboard",
    "/login",
    "/auth?code=1&state=2",
    "/WEAUTH?code=1",
    "/analysis/overview",
    "/no/such",
    "/",
  ])("is never %j", (address) => expect(staffPath(address)).toBeUndefined());

  it.each([
    ["/dashboard", "/dashboard"],
    ["/customer/publicCustomer?page=2#row", "/customer/publicCustomer?page=2#row"],
    ["/customer/./publicCustomer", "/customer/publicCustomer"],
    ["/CUSTOMER/publiccustomer", "/CUSTOMER/publiccustomer"],
    // What a query says of other addresses is the screen's own business.
    ["/dashboard?next=//evil.test", "/dashboard?next=//evil.test"],
  ])("may be %s", (address, path) => expect(staffPath(address)).toBe(path));

  it("is used once, then the dashboard", () => {
    rememberReturn("/customer/publicCustomer?page=2");
    expect(returnPath()).toBe("/customer/publicCustomer?page=2");
    expect(consumeReturn()).toBe("/customer/publicCustomer?page=2");
    expect(consumeReturn()).toBe("/dashboard");
  });

  it("is known as interrupted work only where the application stood", () => {
    rememberReturn("/customer/publicCustomer");
    expect(interruptedWork()).toBeUndefined();
    const takeBack = provideRouter({ toLogin: () => undefined, checkAccess: () => undefined });
    rememberReturn("/customer/publicCustomer?page=2");
    expect(interruptedWork()).toBe("/customer/publicCustomer?page=2");
    takeBack();
    // The next visit, from outside.
    rememberReturn("/customer/tracking");
    expect(interruptedWork()).toBeUndefined();
    expect(returnPath()).toBe("/customer/tracking");
  });

  it("is not taken out of a storage that somebody else wrote", () => {
    for (const address of ["//evil.test/dashboard", "/.//evil.test/dashboard", "/dashboard/..//evil.test", "/login"]) {
      window.sessionStorage.setItem("return_path", address);
      expect(consumeReturn()).toBe("/dashboard");
    }
  });
});

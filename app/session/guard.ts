import { replace } from "@remix-run/react";
import { noteVisit, rememberReturn } from "~/app/browser/return-path";
import { publicScreenAt } from "~/contract/public-screens";
import { isAnothers, token } from "../api/cookie";
import { endTab } from "../api/other-person";
import { isWeCom } from "../api/wecom";

/** The new address for one of the former product, anywhere in the path. */
function legacyTarget(url: URL): string | undefined {
  const page = /home\/(inquiryInfo|editCustomerInfo)(?=\/|$)/i.exec(url.pathname)?.[1]?.toLowerCase();
  if (!page) return undefined;
  const last = url.pathname.split("/").filter(Boolean).at(-1) ?? "";
  if (page === "inquiryinfo") return `/inquiry/estate-inquiry/inquiryInfo/${last}`;
  const client = encodeURIComponent(url.searchParams.get("client_id") || "false");
  return `/customer/editCustomerInfo/${last}?client_id=${client}`;
}

/** Whether an address is a staff screen's. The map is loaded with the staff frame: the sign-in page has none. */
async function isStaffScreen(pathname: string): Promise<boolean> {
  const { screenAt } = await import("~/contract/screens");
  const screen = screenAt(pathname);
  return screen !== undefined && !screen.public;
}

/**
 * The access rule of domain S.2, run before every navigation: throws a redirect, or passes. An address without a screen
 * passes to the 404 page, for anyone. `hasRoute`: the router knows it, as it does every screen.
 */
export async function guard(request: Request, hasRoute: boolean): Promise<null> {
  if (isAnothers()) await endTab();
  const url = new URL(request.url);
  const legacy = legacyTarget(url);
  if (legacy) throw replace(legacy);
  if (url.pathname === "/") throw replace("/login");
  if (publicScreenAt(url.pathname)) return null;
  if (!hasRoute && (token() || !(await isStaffScreen(url.pathname)))) return null;
  noteVisit(url);
  if (token()) return null;
  rememberReturn();
  if (isWeCom()) {
    // Not needed in other browsers.
    const { startByItself } = await import("./wecom-sign-in");
    await startByItself(url);
  }
  throw replace("/login");
}

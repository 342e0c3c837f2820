import { replace } from "@remix-run/react";
import { toast } from "~/app/api/toast";
import { t } from "~/app/i18n/t";
import { clearToken, token } from "./cookie";
import { resetData } from "./persisted";
import { rememberReturn } from "./return-path";
import { routerAccess } from "./router-access";

/**
 * Ends the session after a 401: what to throw, so that a loader or action leads to /login. Of any number of calls that fail together
 * the first one finds its token still in the cookie, tells the visitor and goes there itself, which serves calls outside of loaders too.
 */
export function expire(usedToken: string | undefined): Response {
  if (usedToken && usedToken === token()) {
    rememberReturn();
    clearToken();
    resetData();
    toast.error(t("登录已过期，请重新登录"));
    routerAccess()?.toLogin();
  }
  return replace("/login");
}

import type { MantineColorSchemeManager } from "@mantine/core";
import Cookies from "js-cookie";

const name = "color_scheme";

const chosen = () => {
  const value = Cookies.get(name);
  return value === "dark" || value === "light" ? value : undefined;
};

/** Light or dark: the system's until one is chosen. In a cookie: local storage has a fixed format (domain 0), and the head's script needs it before the first paint. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => (typeof document === "undefined" ? fallback : (chosen() ?? fallback)),
  set: (value) => {
    Cookies.set(name, value === "dark" ? "dark" : "light", { path: "/", sameSite: "Lax", expires: 365 });
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => Cookies.remove(name, { path: "/" }),
};

import { useLocation, useRevalidator } from "@remix-run/react";
import { createContext, useContext, useMemo } from "react";
import { markViewerStale } from "~/app/api/viewer-age";
import { t } from "~/app/i18n/t";
import type { Viewer } from "~/app/session/viewer";
import type { MenuItem, Profile } from "~/contract/personal/user";
import { partAt, screenAt, titleOfNew } from "~/contract/screens";
import { titlesIn } from "./pages";

const ViewerContext = createContext<Viewer | null>(null);

export const ViewerProvider = ViewerContext.Provider;

function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error("the staff layout stands above every staff screen");
  return viewer;
}

export const seesOwnAlone = ({ data_scope }: Profile): boolean => data_scope === "self";

export const useProfile = (): Profile => useViewer().profile;

export const useMenus = (): MenuItem[] => useViewer().menus;

export function useTitleOf(): ReturnType<typeof titlesIn> {
  const menus = useMenus();
  return useMemo(() => titlesIn(menus), [menus]);
}

export function useAddressTitle(): string | undefined {
  const location = useLocation();
  const { pathname, search } = location;
  const titleOf = useTitleOf();
  const screen = partAt(location) ?? screenAt(pathname);
  if (!screen) return undefined;
  const begun = titleOfNew(screen, new URLSearchParams(search));
  const fixed = begun ?? screen.heading;
  return fixed ? t(fixed) : titleOf(screen);
}

export function useRefreshViewer(): () => void {
  const { revalidate } = useRevalidator();
  return () => {
    markViewerStale();
    revalidate();
  };
}

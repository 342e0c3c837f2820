import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { countVisit } from "~/app/browser/page-visits";
import { useVisualHeight } from "~/app/browser/visual-height";
import { screenAt } from "~/contract/screens";
import { useProfile } from "../session/viewer-context";

/** What the phone's frame does once it is at rest: follows the keyboard, and counts visits, with which 我的 begins. */
export function PhoneHabits() {
  const { id } = useProfile();
  const { pathname } = useLocation();
  useVisualHeight();
  useEffect(() => {
    const screen = screenAt(pathname);
    if (screen?.menu) countVisit(id, screen.path);
  }, [id, pathname]);
  return null;
}

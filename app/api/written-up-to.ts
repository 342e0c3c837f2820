import Cookies from "js-cookie";
import { lsnCookie, placeOf } from "~/contract/lsn";

/** Ten minutes, in days: longer than a replica may be behind; after that the primary may be another one, which counts anew. */
const expires = 10 / (24 * 60);

/**
 * Keeps the furthest place in the database's log that this browser knows of. As a cookie it goes with every read: of other tabs, of downloads and
 * links, and of the first ones after a reload, which the document's head makes.
 */
export function noteWritten(lsn: string | null | undefined): void {
  const place = placeOf(lsn);
  if (!lsn || !place || place <= (placeOf(Cookies.get(lsnCookie)) ?? "")) return;
  Cookies.set(lsnCookie, lsn, { path: "/", sameSite: "Lax", secure: window.location.protocol === "https:", expires });
}

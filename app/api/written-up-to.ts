import Cookies from "js-cookie";
import { lsnCookie, placeOf } from "~/contract/lsn";

/** Longer than a replica may be behind; after that the primary may be another one, which counts anew. */
const minutes = 10;

/**
 * Keeps the furthest place in the database's log that this browser knows of. As a cookie it goes with every read: of other tabs, of downloads and
 * links, and of the first ones after a reload, which the document's head makes.
 */
export function noteWritten(lsn: string | null | undefined): void {
  const place = placeOf(lsn);
  if (!lsn || !place || place <= (placeOf(Cookies.get(lsnCookie)) ?? "")) return;
  const expires = new Date(Date.now() + minutes * 60_000);
  Cookies.set(lsnCookie, lsn, { path: "/", sameSite: "Lax", secure: window.location.protocol === "https:", expires });
}

/** With a replica, an answer says in this header up to which place of the database's log its reader knows of writes; the app keeps the furthest in the cookie, which reads bring. */
export const lsnHeader = "X-Xinfang-Lsn";
export const lsnCookie = "lsn";

/** Such a place (`16/B374D848`) as sixteen digits, which are in order as texts; undefined of anything else. */
export function placeOf(lsn: string | null | undefined): string | undefined {
  const [, high = "", low = ""] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(lsn ?? "") ?? [];
  return low && high.padStart(8, "0") + low.padStart(8, "0");
}

/** The place that somebody knows, by the cookies of their request. */
export const placeIn = (cookies: string | null | undefined): string | undefined =>
  placeOf(new RegExp(`(?:^|; )${lsnCookie}=([^;]*)`).exec(cookies ?? "")?.[1]);

import Cookies from "js-cookie";
import { jwtDecode } from "jwt-decode";
import { tokenIssuer } from "~/contract/token";

const name = "access_token";

const daySeconds = 86_400;

/** Days the cookie lives after a renewal by a response (domain S.9). */
const renewedDays = 2.5;

/** A token too large for a cookie: a provider's, of more than 4 KB. The first answer brings one of ours instead. */
let tooLarge: string | undefined;

export const token = (): string | undefined => Cookies.get(name) || tooLarge;

function store(value: string, days: number): void {
  Cookies.set(name, value, {
    path: "/",
    sameSite: "Lax",
    secure: window.location.protocol === "https:",
    expires: days,
  });
  tooLarge = Cookies.get(name) === value ? undefined : value;
}

/**
 * Keeps the token of a fresh sign-in for expires_in/86400 − 1 days. Where that is not positive (a provider's token of a day or less),
 * for as long as the token itself lives, since otherwise the cookie would never be stored.
 */
export function keepToken(value: string, expiresIn: number): void {
  holder = subjectOf(value);
  const days = expiresIn / daySeconds - 1;
  store(value, days > 0 ? days : expiresIn / daySeconds);
}

/** Takes over the token of an `authorization` response header, written with or without `Bearer `. */
export function renewToken(header: string | null): void {
  const value = header?.replace(/^Bearer\s+/i, "").trim();
  if (value) store(value, renewedDays);
}

export function clearToken(): void {
  tooLarge = undefined;
  Cookies.remove(name, { path: "/" });
}

interface Claims {
  iss?: string;
  name?: string;
  sub?: string;
  sid?: string;
}

/** The tab's user: the subject of the first of our tokens that it has used since the last sign-in in it. */
let holder: string | undefined;

function subjectOf(value: string | undefined): string | undefined {
  const { iss, sub } = claimsOf(value);
  return iss === tokenIssuer ? sub : undefined;
}

/** Whether a token, by default the present one, belongs to another person than this tab. */
export function isAnothers(value = token()): boolean {
  const subject = subjectOf(value);
  holder ??= subject;
  return subject !== undefined && subject !== holder;
}

/** A token's claims about its holder, unverified: for display only. An opaque token has none. */
export function claimsOf(value: string | undefined): Claims {
  if (!value) return {};
  try {
    return jwtDecode<Claims>(value);
  } catch {
    return {};
  }
}

import { type Endpoint, file, redirect, stream } from "./endpoint";
import type { Permission } from "./permissions";

/** Codes of what a key never does (domain A.2.2): running the system, money, taking data out, destroying, showing numbers. */
const never = [
  /^system:/,
  /^deal:(billing|commission):/,
  /^deal:deal:(review|cancel)$/,
  /^clue:statement:/,
  /^dashboard:target:manage$/,
  /^agent:account:manage$/,
  /^customer:phone:view$/,
  /:unregister:audit$/,
  /:(export|delete|destroy)$/,
];

/** Whether a key may be given a permission. */
export const isForKeys = (code: Permission): boolean => !never.some((pattern) => pattern.test(code));

/**
 * Whether a key may reach an endpoint at all. One for everybody who is signed in is shut unless it says so (`keys`); one with codes is open for
 * those that keys may have, unless it takes files in or out, listens, deletes or merges.
 */
export function isReachableByKey({ method, path, permission, reply, bytes, keys }: Endpoint): boolean {
  if (keys !== undefined) return keys;
  if (permission === "public") return true;
  if (permission === "signed-in") return false;
  if (
    method === "DELETE" ||
    /\/(merge|import)(\/|$)/.test(path) ||
    bytes ||
    reply === file ||
    reply === stream ||
    reply === redirect
  )
    return false;
  return [permission].flat().some((code) => isForKeys(code as Permission));
}

import { adminCode } from "~/contract/system/role";
import { grantErrors, isAdmin } from "~/server/identity/grant";
import type { Caller } from "~/server/lib/caller";
import { grantOf, type RoleRecord } from "../role/view";

/** Whether a caller may change an account at all: only administrators change an administrator's. */
export const mayTouch = (caller: Caller, roles: readonly Pick<RoleRecord, "code">[]): boolean =>
  isAdmin(caller) || roles.every(({ code }) => code !== adminCode);

/** Whether a caller holds all that a role gives. Giving more, or signing in by another's account, would raise the caller's own rights. */
export const holdsRole = (caller: Caller, role: RoleRecord): boolean =>
  isAdmin(caller) || (role.code !== adminCode && grantErrors(caller, grantOf(role)).length === 0);

import { adminCode } from "~/contract/system/role";
import { grantErrors, isAdmin } from "~/server/identity/grant";
import type { Caller } from "~/server/lib/caller";
import { grantOf, type RoleRecord } from "../role/view";

/** Whether a caller may change an account at all: that of somebody who may do everything only such a one. */
export const mayTouch = (caller: Caller, roles: readonly Pick<RoleRecord, "code">[]): boolean =>
  isAdmin(caller) || roles.every(({ code }) => code !== adminCode);

/** Whether a caller holds all that a role gives. Whoever gives more than they have, or lets themselves in by another's account, would raise themselves. */
export const holdsRole = (caller: Caller, role: RoleRecord): boolean =>
  isAdmin(caller) || (role.code !== adminCode && grantErrors(caller, grantOf(role)).length === 0);

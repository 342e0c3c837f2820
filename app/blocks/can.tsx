import type { ReactNode } from "react";
import { useProfile } from "~/app/layout/viewer-context";
import type { Endpoint } from "~/contract/endpoint";
import type { Profile } from "~/contract/user";

/** Whether the server would let this viewer call the endpoint, as far as permission codes say. */
export function mayCall(profile: Pick<Profile, "permissions">, { permission }: Pick<Endpoint, "permission">): boolean {
  if (permission === "public" || permission === "signed-in") return true;
  const held: readonly string[] = profile.permissions;
  return typeof permission === "string" ? held.includes(permission) : permission.some((code) => held.includes(code));
}

/** Shows its content only to a viewer who may call the endpoint. */
export function Can({ call, children }: { call: Pick<Endpoint, "permission">; children: ReactNode }) {
  return mayCall(useProfile(), call) ? children : null;
}

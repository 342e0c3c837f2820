import type { DataScope, Permission } from "~/contract/permissions";

/** The caller: a member of staff with a living session, and what their roles give them together. */
export interface Caller {
  id: number;
  name: string;
  sessionId: string;
  teamId: number | null;
  /** Their team and the teams below it. */
  teamIds: number[];
  roles: { code: string; name: string }[];
  permissions: ReadonlySet<Permission>;
  /** The widest scope that any of their roles gives for a resource. */
  scope(resource: string): DataScope;
  mustChangePassword: boolean;
  /** Signed in while the disk is full: nothing but reads. */
  readsOnly?: true;
}

/** The acting user: a member of staff, or a person outside represented by a machine (no id, no permission). */
export interface ActingUser extends Omit<Caller, "id"> {
  id: number | null;
  /** What somebody outside is. */
  outside?: "agent_account" | "broker";
}

export const isStaff = (actor: ActingUser): actor is Caller => actor.id !== null;

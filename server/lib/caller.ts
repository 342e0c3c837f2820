import type { DataScope, Permission } from "~/contract/permissions";

/** Pools by number. */
type Pools = "all" | readonly number[];

export interface Caller {
  id: number;
  name: string;
  sessionId: string;
  teamId: number | null;
  teamIds: number[];
  roles: { code: string; name: string }[];
  permissions: ReadonlySet<Permission>;
  /** The pools whose customers they may see and claim, and those whose customers they may move. */
  pools: { seen: Pools; managed: Pools };
  scope(resource: string): DataScope;
  mustChangePassword: boolean;
  /** They act by a key of theirs: what it may is in `permissions` already. */
  key?: { id: number; name: string; mayWrite: boolean };
  /** Signed in while the disk is full: nothing but reads. */
  readsOnly?: true;
}

/** The acting user: a member of staff, or a person outside represented by a machine (no id, no permission). */
export interface ActingUser extends Omit<Caller, "id"> {
  id: number | null;
  outside?: "agent_account" | "broker";
}

export const isStaff = (actor: ActingUser): actor is Caller => actor.id !== null;

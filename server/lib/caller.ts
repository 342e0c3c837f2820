import type { Permission } from "~/contract/permissions";
import type { DataScope } from "~/contract/personal/user";

/** Who is calling: a member of staff with a living session, and what their roles give them together. */
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
}

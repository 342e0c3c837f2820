import { type SQL, sql } from "drizzle-orm";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { holdersIn } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";

type Kind = Pick<typeof inquiry.$inferSelect, "kind">;

/** An inquiry's assignee, 0 for nobody: as in the index `inquiry_held`. */
export const holder = sql`coalesce(${inquiry.assignee_id}, 0)`;

/** Whether the caller sees unassigned inquiries (domain A.1). */
export const seesUnassigned = ({ permissions }: Caller) =>
  permissions.has("inquiry:inquiry:claim") || permissions.has("inquiry:inquiry:assign");

/** Inquiries that a caller sees: those of their scope, unassigned ones if they claim or assign, and visas with their code. */
export function visibleInquiries(caller: Caller): SQL {
  const mayOpen = seesUnassigned(caller);
  const isAll = caller.scope("inquiry") === "all";
  const nobody = mayOpen ? sql`select 0::bigint union all ` : sql``;
  const held = isAll
    ? mayOpen
      ? sql`true`
      : sql`${inquiry.assignee_id} is not null`
    : sql`${holder} = any(array(${nobody}${holdersIn(caller, "inquiry")}))`;
  const kinds = caller.permissions.has("inquiry:visa:view") ? sql`true` : sql`${inquiry.kind} <> 'visa'`;
  return sql`(${inquiry.deleted_at} is null and ${held} and ${kinds})`;
}

/** Whether a user handles inquiries of this kind: visas need a further code. */
export const handlesKind = ({ permissions }: Caller, { kind }: Kind): boolean =>
  permissions.has("inquiry:inquiry:handle") && (kind !== "visa" || permissions.has("inquiry:visa:handle"));

export const claimsKind = ({ permissions }: Caller, { kind }: Kind): boolean =>
  permissions.has("inquiry:inquiry:claim") && (kind !== "visa" || permissions.has("inquiry:visa:handle"));

export const assigns = ({ permissions }: Caller): boolean => permissions.has("inquiry:inquiry:assign");

/** A seller's manager: domain C.2 means only them where it leaves out customer service. */
export const managesSellers = (caller: Caller): boolean =>
  assigns(caller) && caller.permissions.has("customer:info:assign");

import { listOf, textOf } from "~/app/blocks/form/field/input-text";
import type { Input } from "~/contract/endpoint";
import { fieldOfScope, type NotificationDetail, type notification } from "~/contract/notification/notification";
import type { Audience, AudienceScope } from "~/contract/notification/notification-kinds";

/** The audience, as an estimate needs it: of the lists only the one of its scope. */
type Aim = Input<typeof notification.estimate>["body"];

export type Aiming = Partial<Record<keyof Aim, unknown>>;

export function aimOf(of: Aiming | NotificationDetail): Aim {
  const { audience, scope } = scopeIn(of);
  const name = fieldOfScope({ audience, scope });
  if (!name) return { audience, scope };
  const value = of[name];
  return { audience, scope, [name]: name === "filter" ? textOf(value) : listOf(value) };
}

export const scopeIn = ({ audience, scope }: Aiming): { audience: Audience; scope: AudienceScope } => ({
  audience: (audience as Audience | undefined) ?? "staff",
  scope: (scope as AudienceScope | undefined) ?? "all",
});

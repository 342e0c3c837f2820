import { estate } from "~/server/database/tables/house/estate";
import { type AuditAction, audit } from "~/server/lib/audit";
import type { ActingCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { found } from "~/server/lib/refusal";
import { leaveAlone } from "~/server/lib/texts-in";
import { keepRatesStill } from "./prices";

export type Estate = typeof estate.$inferSelect;
type AuditLine = Omit<Parameters<typeof audit>[1], "module" | "target" | "action"> & { action?: AuditAction };

/** An estate, its row locked until the commit. Every change of it, its rooms, units or review locks it first, to avoid deadlocks. */
export async function lockEstate(call: Pick<ActingCall, "db" | "doubts">, id: number): Promise<Estate> {
  const { db } = call;
  await keepRatesStill(db);
  const [row] = await db.select().from(estate).where(isPresent(estate, id)).for("update");
  leaveAlone(call, row);
  return found(row);
}

export const auditEstate = (
  call: ActingCall,
  { id, name }: Pick<Estate, "id" | "name">,
  { action = "update", ...line }: AuditLine,
): Promise<void> => audit(call, { module: "house", action, target: { type: "estate", id, name }, ...line });

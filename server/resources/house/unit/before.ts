import type { Done } from "~/server/lib/batch";
import type { Unit } from "./state";

export const keptOfUnit = [
  ...(["building", "floor", "stack", "unit_no", "room_id", "area_sqm", "direction", "list_price"] as const),
  ...(["status", "sold_by"] as const),
];

export const doneTo = (before: Unit): { id: number; result: Done } => ({
  id: before.id,
  result: {
    before: Object.fromEntries(keptOfUnit.map((name) => [name, before[name]])),
    version_after: before.version + 1,
  },
});

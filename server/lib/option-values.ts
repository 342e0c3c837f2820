import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Option } from "~/contract/common";
import type { Db } from "~/server/database/database";
import { option } from "~/server/database/tables/system/system";

export interface Entry {
  value: string | number;
  label: string;
  isEnabled: boolean;
}

export const toOption = ({ isEnabled, ...entry }: Entry): Option => (isEnabled ? entry : { ...entry, disabled: true });

/** Every value of some scenes of the dictionary, disabled ones included so that old records keep their words. */
export async function dictionaryOptions(db: Db, scenes: readonly string[]): Promise<Record<string, Option[]>> {
  const reply: Record<string, Option[]> = Object.fromEntries(scenes.map((scene) => [scene, []]));
  if (scenes.length === 0) return reply;
  const rows = await db
    .select()
    .from(option)
    .where(inArray(option.scene, [...scenes]))
    .orderBy(asc(option.sort), asc(option.id));
  for (const { scene, value, label, color, status } of rows)
    reply[scene]?.push({ ...toOption({ value, label, isEnabled: status === "enabled" }), color });
  return reply;
}

export async function dictionaryEntries(
  db: Db,
  asked: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<(Entry & { scene: string })[]> {
  if (asked.size === 0) return [];
  const wanted = [...asked].map(([scene, values]) => and(eq(option.scene, scene), inArray(option.value, [...values])));
  return db
    .select({
      scene: option.scene,
      value: option.value,
      label: option.label,
      isEnabled: sql<boolean>`${option.status} = 'enabled'`,
    })
    .from(option)
    .where(or(...wanted));
}

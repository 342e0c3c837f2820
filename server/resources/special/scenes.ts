import { special } from "~/server/database/tables/special/special";
import type { TableSources } from "~/server/lib/table-scenes";
import { titled } from "~/server/resources/content/titled";

/** The table scenes of this area. */
export const scenes = { specials: titled(special) } satisfies Partial<TableSources>;

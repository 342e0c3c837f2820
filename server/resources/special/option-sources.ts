import { special } from "~/server/database/tables/special/special";
import type { OptionSources } from "~/server/lib/table-options";
import { titled } from "~/server/resources/content/titled";

export const optionSources = { specials: titled(special) } satisfies Partial<OptionSources>;

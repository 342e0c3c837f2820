import type { Served } from "~/server/lib/serve";
import { publicVersionHandlers } from "./app-version";
import { publicDictionaryHandlers } from "./public-dictionary";
import { publicFileHandlers } from "./public-file";
import { sitemapHandlers } from "./sitemap";

/** Every endpoint of this area, one line per resource: what the company's sites and apps read in addition to their content. */
export const served: readonly Served[] = [
  ...publicDictionaryHandlers,
  ...publicVersionHandlers,
  ...publicFileHandlers,
  ...sitemapHandlers,
];

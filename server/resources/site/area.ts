import type { Served } from "~/server/lib/serve";
import { publicVersionHandlers } from "./app-version";
import { contentReportHandlers } from "./content-report";
import { publicDictionaryHandlers } from "./public-dictionary";
import { publicFileHandlers } from "./public-file";
import { sitemapHandlers } from "./sitemap";

export const served: readonly Served[] = [
  ...publicDictionaryHandlers,
  ...publicVersionHandlers,
  ...publicFileHandlers,
  ...sitemapHandlers,
  ...contentReportHandlers,
];

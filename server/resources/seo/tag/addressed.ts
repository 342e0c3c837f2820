import { seoTag } from "~/server/database/tables/seo/seo";
import type { Addressed } from "~/server/resources/content/slug";

/** Tags by their addresses. */
export const addressedSeoTag: Addressed = { kind: "seo_tag", table: seoTag, name: seoTag.name };

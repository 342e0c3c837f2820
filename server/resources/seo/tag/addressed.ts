import { seoTag } from "~/server/database/tables/seo/seo";

/** Tags by their addresses. */
export const addressedSeoTag = { kind: "seo_tag", table: seoTag, name: seoTag.name };

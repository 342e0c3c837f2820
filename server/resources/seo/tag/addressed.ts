import { seoTag } from "~/server/database/tables/seo/seo";

export const addressedSeoTag = { kind: "seo_tag", table: seoTag, name: seoTag.name };

import type { slugEndpoint } from "~/contract/content/page-fields";
import type { Access } from "~/contract/endpoint";
import { type Served, serve } from "~/server/lib/serve";
import type { Kind } from "./kind";
import { ownerOf, proposeSlug } from "./slug";

type SlugEndpoint = ReturnType<typeof slugEndpoint<`/${string}`, Access>>;

/** Whether an address of a kind is free, and which one a title would be given. */
export const slugHandler = (endpoint: SlugEndpoint, { addressed, title: kindTitle }: Kind): Served =>
  serve(endpoint, async ({ db, query: { slug, title = "", exclude_id = 0 } }) => {
    if (!addressed) throw new Error(`${kindTitle}: its pieces have no addresses`);
    if (!slug) return { slug: await proposeSlug(db, addressed, title, exclude_id), is_free: true, taken_by: null };
    const owner = await ownerOf(db, addressed, slug, exclude_id);
    return { slug, is_free: !owner, taken_by: owner ?? null };
  });

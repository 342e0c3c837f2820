import { sql } from "drizzle-orm";
import { type ContentKind, contentCodes } from "~/contract/content/content-kinds";
import { contentForm } from "~/contract/content/content-screens";
import { type CommentOwner, commentsOn, readersOf } from "~/server/resources/shared/comment/owner";
import type { ContentItem, Kind } from "./kind";

/** Comments on pieces of each kind, for all who may read it in the office. */
export const commentedContents = (kinds: Readonly<Record<ContentKind, Kind>>): Record<ContentKind, CommentOwner> => {
  const entries = Object.values(kinds).map(({ kind, table, module, title }) => [
    kind,
    commentsOn(table, {
      module,
      readers: readersOf(table, () => sql`true`, contentCodes[kind].view),
      shown: (row) => {
        // Whichever table it is, its rows are pieces; drizzle cannot say so of a table that is a parameter.
        const piece = row as unknown as ContentItem;
        return { name: piece.title, title: `${title}《${piece.title}》`, link: `${contentForm(kind, piece.id)}&` };
      },
    }),
  ]);
  return Object.fromEntries(entries) as Record<ContentKind, CommentOwner>; // the same keys
};

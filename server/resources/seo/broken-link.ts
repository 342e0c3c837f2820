import { and, inArray, or } from "drizzle-orm";
import { BrokenLinkRow, brokenLink as contract } from "~/contract/seo/broken-link";
import { brokenLink } from "~/server/database/tables/seo/site-page";
import { rowOf } from "~/server/lib/call";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { mayView } from "~/server/resources/content/kind";
import { readKinds } from "~/server/resources/shared/content-visits";

export const brokenLinkHandlers = [
  serve(contract.list, (call) => {
    const { keyword, sort } = call.query;
    const seen = readKinds.filter((kind) => mayView(kind, call.user));
    const where = and(
      inArray(brokenLink.kind, seen),
      ...matching(brokenLink, call.query, ["kind"]),
      keyword ? or(includesText(brokenLink.title, keyword), includesText(brokenLink.url, keyword)) : undefined,
    );
    return tablePage(call, brokenLink, { where, order: orderOf(brokenLink, sort, brokenLink.id) }, async (_, rows) =>
      rows.map((row) => rowOf(BrokenLinkRow, row, {})),
    );
  }),
];

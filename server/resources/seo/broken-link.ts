import { and, inArray, or } from "drizzle-orm";
import { type ContentKind, contentCodes } from "~/contract/content/content-kinds";
import { BrokenLinkRow, brokenLink as contract } from "~/contract/seo/broken-link";
import { brokenLink } from "~/server/database/tables/seo/site-page";
import { rowOf } from "~/server/lib/call";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";

export const brokenLinkHandlers = [
  serve(contract.list, (call) => {
    const { keyword, sort } = call.query;
    const { permissions } = call.user;
    const seen = (Object.keys(contentCodes) as ContentKind[]).filter((kind) =>
      permissions.has(contentCodes[kind].view),
    );
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

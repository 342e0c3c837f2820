import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { video as contract } from "~/contract/resource/video";
import { video } from "~/server/database/tables/resource/resource";
import { orderOf, tablePage } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses } from "~/server/resources/content/list";
import { videos } from "./video/kind";
import { toVideoRows, videoOf } from "./video/view";

type Query = z.output<typeof contract.list.query>;

const videoOrder = (by: Query["sort"]): SQL => orderOf(video, by, video.id);

const videoRows = ({ keyword, type, source, status }: Query, at: Date): SQL =>
  sql`${and(
    isNull(video.deleted_at),
    keyword ? containsText(video.title, keyword) : undefined,
    type?.length ? inArray(video.type, type) : undefined,
    source?.length ? inArray(video.source, source) : undefined,
    inStatuses(video, status, at),
  )}`;

export const videoHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: videoRows(query, services.now()), order: videoOrder(query.sort) };
    return tablePage(call, video, parts, toVideoRows);
  }),
  ...contentHandlers(videos, contract, videoOf),
];

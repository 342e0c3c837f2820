import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { video as contract } from "~/contract/resource/video";
import { video } from "~/server/database/tables/resource/resource";
import { listOf, orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses } from "~/server/resources/content/list";
import { videos } from "./video/kind";
import { toVideoRows, videoOf } from "./video/view";

type Query = z.output<typeof contract.list.query>;

const videoOrder = (by: Query["sort"]): SQL => orderOf(video, by, video.id);

/** The rows that a query asks for. */
const videoRows = ({ keyword, type, source, status }: Query, at: Date): SQL =>
  sql`${and(
    isNull(video.deleted_at),
    keyword ? containsText(video.title, keyword) : undefined,
    type?.length ? inArray(video.type, type) : undefined,
    source?.length ? inArray(video.source, source) : undefined,
    inStatuses(video, status, at),
  )}`;

export const videoHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const select = db.select().from(video).$dynamic();
    const parts = { select, from: video, where: videoRows(query, services.now()), order: videoOrder(query.sort) };
    const page = await listOf(db, query, { ...parts });
    return { ...page, list: await toVideoRows(call, page.list) };
  }),
  ...contentHandlers(videos, contract, videoOf),
];

import { video as contract } from "~/contract/resource/video";
import { video } from "~/server/database/tables/resource/resource";
import { listOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { videos } from "./video/kind";
import { videoOrder, videoRows } from "./video/list";
import { toVideoRows, videoOf } from "./video/view";

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

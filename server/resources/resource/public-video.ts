import { desc, eq, inArray } from "drizzle-orm";
import { publicVideo as contract } from "~/contract/resource/public-resource";
import { video } from "~/server/database/tables/resource/resource";
import { found } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { publicItem, publicItems } from "~/server/resources/content/public";
import { readVideos } from "~/server/resources/content/video-reading";
import { withBelow } from "~/server/resources/shared/districts";

export const publicVideoHandlers = [
  serve(contract.list, async (call) => {
    const { type, district } = call.query;
    const where = [
      type ? eq(video.type, type) : undefined,
      district ? inArray(video.district_id, await withBelow(call.db, [district])) : undefined,
    ];
    return publicItems(call, video, { where, order: [video.sort.getSQL(), desc(video.id)] }, (rows, reading) =>
      readVideos(call, rows, reading),
    );
  }),
  serve(contract.get, (call) =>
    publicItem(call, { kind: "video", table: video }, async (row, reading) =>
      found((await readVideos(call, [row], reading))[0]),
    ),
  ),
];

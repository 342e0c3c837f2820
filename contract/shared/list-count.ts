import { z } from "zod";
import { endpoint } from "../endpoint";

export const countLimit = 6;

export const listCount = {
  /** How many rows each of several queries of one list finds, e.g. of its saved views: each as the list itself would say. */
  count: endpoint("POST /api/user/view/count", "统计视图条数", "signed-in", {
    isRead: true,
    body: z.object({
      list: z.string().max(120),
      queries: z.array(z.string().max(8_000)).min(1).max(countLimit, `一次最多统计${countLimit}个视图`),
    }),
    reply: z.array(
      z.object({
        total: z.int().nullable(),
        total_capped: z.boolean(),
        message: z.string().nullable(),
      }),
    ),
  }),
};

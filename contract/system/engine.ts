import { z } from "zod";
import { endpoint } from "../endpoint";

/** The search engines that are told of the site's pages (domain C.7). */
export const engines = { indexnow: "IndexNow", baidu: "百度" } as const;
export type Engine = keyof typeof engines;
export const engineNames = Object.keys(engines) as Engine[];

/** Where the key of each is kept. */
export const engineKeys = { indexnow: "engine.indexnow_key", baidu: "engine.baidu_token" } as const;

const EngineTried = z.object({
  engine: z.enum(engineNames),
  /** Why it was refused, or came to nothing; null where it was taken. */
  error: z.string().nullable(),
});
export type EngineTried = z.output<typeof EngineTried>;

export const engine = {
  /** Pushes the site's own first page to each engine that has a key. */
  test: endpoint("POST /api/system/engine/test", "测试搜索引擎推送", "system:setting:manage", {
    unkeyed: "pushes one address each time",
    reply: z.object({ tried: z.array(EngineTried) }),
  }),
};

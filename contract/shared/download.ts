import { z } from "zod";
import { endpoint, file } from "../endpoint";

/** What `?link=1` answers in place of a file: an address that gives it out once, within a minute. */
export const DownloadLink = z.object({ url: z.string(), expires_at: z.string() });
export type DownloadLink = z.output<typeof DownloadLink>;

export const download = {
  redeem: endpoint("GET /api/download/{token}", "一次性下载", "public", { reply: file }),
};

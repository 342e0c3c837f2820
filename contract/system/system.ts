import { z } from "zod";
import { endpoint } from "../endpoint";

export const system = {
  publicConfig: endpoint("GET /api/system/config/public", "公开配置", "public", {
    reply: z.object({
      site_name: z.string(),
      cdn_base: z.string(),
      main_base: z.string(),
      sso: z.object({ host: z.string(), client_id: z.string() }).nullable(),
      wecom: z.boolean(),
      /** Whether a forgotten password can be set anew by mail. */
      mail: z.boolean(),
      upload_limits: z.record(z.string(), z.number()),
      default_lang: z.string(),
      languages: z.array(z.string()),
      /** By kind where the company's site shows a page, with `{slug}`. */
      site_paths: z.record(z.string(), z.string()),
      /** Sites whose films texts may contain. */
      video_hosts: z.array(z.string()),
      map_tile_url: z.string(),
      analytics_public: z.boolean(),
    }),
  }),
};

import { languages } from "~/contract/common";
import type { SettingKey } from "~/contract/setting";
import { system } from "~/contract/system";
import { serve } from "~/server/lib/serve";
import { readSettings, type Settings } from "~/server/lib/settings";

export const systemHandlers = [
  serve(system.publicConfig, async ({ db }) => {
    const settings = await readSettings(db);
    return {
      site_name: settings["site.name"],
      cdn_base: settings["site.cdn_base"],
      main_base: settings["site.main_base"],
      // Single sign-on and WeCom come with the sign-in area.
      sso: null,
      wecom: false,
      upload_limits: uploadLimits(settings),
      default_lang: "zh",
      languages: Object.keys(languages).filter((language) => language === "zh"),
      map_tile_url: settings["map.tile_url"],
      analytics_public: settings["analytics.public_enabled"],
    };
  }),
];

/** Megabytes per kind of file, keyed as the settings are. */
function uploadLimits(settings: Settings): Record<string, number> {
  const limits = Object.entries(settings).filter((entry): entry is [SettingKey, number] =>
    entry[0].startsWith("upload."),
  );
  return Object.fromEntries(limits);
}

import { offeredLanguages } from "~/contract/common";
import { sitePathsOf } from "~/contract/content/content-kinds";
import { hostNames, isMailSet, type SettingKey } from "~/contract/system/setting";
import { system } from "~/contract/system/system";
import { fakeProviderAnswers } from "~/server/identity/fake-provider/conditions";
import { providerFor } from "~/server/identity/sso";
import { isWecomConfigured } from "~/server/identity/wecom-api";
import { serve } from "~/server/lib/serve";
import { isDemo, readSettings, type Settings } from "~/server/lib/settings";

export const systemHandlers = [
  serve(system.publicConfig, async ({ db, services, raw }) => {
    const settings = await readSettings(db);
    const provider = await providerFor(services, raw);
    return {
      site_name: settings["site.name"],
      cdn_base: settings["site.cdn_base"],
      main_base: settings["site.main_base"],
      site_paths: sitePathsOf(settings["site.paths"]),
      sso: provider ?? null,
      wecom: (await isWecomConfigured(services)) || (await fakeProviderAnswers(services, raw, "wecom")),
      mail: isMailSet(settings) && !(await isDemo(db)),
      upload_limits: uploadLimits(settings),
      default_lang: "zh",
      languages: Object.keys(offeredLanguages),
      video_hosts: hostNames(settings["content.video_hosts"]),
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

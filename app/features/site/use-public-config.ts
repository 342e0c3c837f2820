import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { onSessionEnd } from "~/app/browser/session-memory";
import type { Reply } from "~/contract/endpoint";
import { system } from "~/contract/system/system";

type Config = Reply<typeof system.publicConfig>;

let request: Promise<Config> | undefined;

onSessionEnd(() => {
  request = undefined;
});

/** Settings that no form's loader fetches: asked for once, undefined until they are known. */
export function usePublicConfig(): Config | undefined {
  const [config, setConfig] = useState<Config>();
  useEffect(() => {
    let isGone = false;
    request ??= call(system.publicConfig, undefined, { silent: true });
    request.then(
      (known) => !isGone && setConfig(known),
      () => {
        request = undefined;
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return config;
}

import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { onSessionEnd } from "~/app/browser/session-memory";
import { system } from "~/contract/system/system";

let request: Promise<string> | undefined;

onSessionEnd(() => {
  request = undefined;
});

export function useTiles(): string {
  const [tiles, setTiles] = useState("");
  // A setting that no form's loader fetches: every place display needs it.
  useEffect(() => {
    let isGone = false;
    request ??= call(system.publicConfig, undefined, { silent: true }).then(({ map_tile_url }) => map_tile_url);
    request.then(
      (url) => !isGone && setTiles(url),
      () => {
        request = undefined;
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return tiles;
}

import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "~/app/browser/idle";

/** What nothing waits for: a component that is loaded once the browser is idle, and absent if its file cannot be loaded. `load` keeps its identity. */
export function IdlePart({ load }: { load: () => Promise<ComponentType> }) {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(
    () =>
      whenIdle(() => {
        load().then(
          (loaded) => setPart(() => loaded),
          () => undefined,
        );
      }),
    [load],
  );
  return Part ? <Part /> : null;
}

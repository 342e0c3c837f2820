import { useState } from "react";

/**
 * What has been changed of a record and not been saved, by name. It lies over the record as that is loaded: what others change meanwhile
 * stays theirs, and a refused save loses nothing. Ends with the version that a save has made, so that nothing flickers until it is loaded.
 */
export function useEdits<Name, Value>(version: number) {
  const [kept, keep] = useState<{ edits: ReadonlyMap<Name, Value>; until?: number }>({ edits: new Map() });
  const isOver = kept.until !== undefined && version >= kept.until;
  const edits: ReadonlyMap<Name, Value> = isOver ? new Map() : kept.edits;
  return {
    edits,
    edit: (entries: Iterable<readonly [Name, Value]>) => keep({ edits: new Map([...edits, ...entries]) }),
    drop: () => keep({ edits: new Map() }),
    endWith: (until: number) => keep({ edits, until }),
  };
}

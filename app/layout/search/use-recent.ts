import { useEffect, useState } from "react";
import { draftKey, readDraft, writeDraft } from "~/app/blocks/form/drafts";
import { useProfile } from "~/app/session/viewer-context";
import { now } from "~/contract/now";

const most = 5;

export function useRecent() {
  const key = draftKey(useProfile().id, "search-recent");
  const [recent, setRecent] = useState<readonly string[]>([]);
  // IndexedDB answers later.
  useEffect(() => {
    let isGone = false;
    readDraft(key).then((kept) => {
      const acts: unknown = kept?.values.acts;
      if (!isGone && Array.isArray(acts)) setRecent(acts.filter((one) => typeof one === "string"));
    });
    return () => {
      isGone = true;
    };
  }, [key]);
  const note = (act: string) => {
    const acts = [act, ...recent.filter((one) => one !== act)].slice(0, most);
    setRecent(acts);
    writeDraft(key, { values: { acts }, extra: {}, at: now() });
  };
  return { recent, note };
}

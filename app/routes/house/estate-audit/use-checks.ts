import { useEffect, useRef, useState } from "react";
import { draftKey, dropDraft, readDraft, writeDraft } from "~/app/blocks/form/drafts";
import { useProfile } from "~/app/session/viewer-context";
import { CheckItem, type DecidedItem, type EstateAuditDetail } from "~/contract/house/estate-audit";
import { now } from "~/contract/now";

/** The checks of a review that is open, as far as they have been made: kept on this device until it is decided, so that one may look elsewhere meanwhile. */
export function useChecks({ id, check_items }: Pick<EstateAuditDetail, "id" | "check_items">) {
  const key = draftKey(useProfile().id, `estate-audit-checks:${id}`);
  const [items, setItems] = useState(check_items);
  const isTouched = useRef(false);

  // IndexedDB answers later.
  useEffect(() => {
    let isGone = false;
    readDraft(key).then((draft) => {
      const kept = CheckItem.array().safeParse(draft?.values.items);
      if (isGone || isTouched.current || !kept.success) return;
      setItems((now) => now.map((item) => ({ ...item, ...kept.data.find((one) => one.key === item.key) })));
    });
    return () => {
      isGone = true;
    };
  }, [key]);

  return {
    items,
    change(next: DecidedItem[]) {
      isTouched.current = true;
      setItems(next);
      writeDraft(key, { values: { items: next }, extra: {}, at: now() });
    },
    drop: () => dropDraft(key),
  };
}

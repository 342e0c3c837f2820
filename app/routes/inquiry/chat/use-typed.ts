import { useEffect, useMemo, useState } from "react";
import { useDraft } from "~/app/blocks/form/use-draft";

/** What is being typed to a visitor: kept as a draft, and back in its place without being asked, since nothing else would stand there. */
export function useTyped(id: number) {
  const [text, setText] = useState("");
  const [quick, setQuick] = useState<number | null>(null);
  const values = useMemo(() => ({ text }), [text]);
  const extra = useMemo(() => ({ quick }), [quick]);
  const { offer, closeOffer, finish } = useDraft(`chat:${id}`, { values, extra, isDirty: text !== "" });
  // Read later than the page stands; what has been typed meanwhile goes before.
  useEffect(() => {
    if (!offer) return;
    setText((now) => now || String(offer.values.text ?? ""));
    closeOffer();
  }, [offer, closeOffer]);
  return {
    text,
    setText: (next: string) => {
      setText(next);
      if (next === "") {
        setQuick(null);
        finish();
      }
    },
    /** The quick reply that it began as. */
    quick,
    setQuick,
    clear: () => {
      setText("");
      setQuick(null);
      finish();
    },
  };
}

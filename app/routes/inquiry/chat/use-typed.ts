import { useEffect, useMemo, useState } from "react";
import { useDraft } from "~/app/blocks/form/use-draft";

/** The text typed to a visitor: kept as a draft, and restored without a question, since the field is otherwise empty. */
export function useTyped(id: number) {
  const [text, setText] = useState("");
  const [quick, setQuick] = useState<number | null>(null);
  const values = useMemo(() => ({ text }), [text]);
  const extra = useMemo(() => ({ quick }), [quick]);
  const { offer, closeOffer, finish } = useDraft(`chat:${id}`, { values, extra, isDirty: text !== "" });
  // Loaded after the page is shown; text typed meanwhile wins.
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
    /** The quick reply at its start. */
    quick,
    setQuick,
    clear: () => {
      setText("");
      setQuick(null);
      finish();
    },
  };
}

import { useCallback, useRef } from "react";

/** Asks about what a form holds while one types on: once for each text, and of the last text alone the answer is told. What got none, told as undefined, may be asked again. Of the `first` text nothing is asked. */
export function useQuestion(first = "") {
  const last = useRef(first);
  return useCallback(
    async <Answer>(text: string, ask: () => Promise<Answer>, tell: (answer: Answer | undefined) => void) => {
      if (text === last.current) return;
      last.current = text;
      const answer = await ask().catch(() => undefined);
      if (last.current !== text) return;
      if (answer === undefined) last.current = "";
      tell(answer);
    },
    [],
  );
}

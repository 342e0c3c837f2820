import { useCallback, useRef } from "react";

/** Asks once for each typed text except `first`; only the last text's answer is reported. After no answer it may be asked again. */
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

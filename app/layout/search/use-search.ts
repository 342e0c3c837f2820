import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { type Hits, search } from "~/contract/search/search";

const pause = 150;

interface Answer {
  keyword: string;
  round: number;
  hits?: Hits;
  problem?: string;
}

export function useSearch(keyword: string) {
  const [answer, setAnswer] = useState<Answer>();
  const [round, setRound] = useState(0);

  // Triggered by typing, and independent of the page's own data.
  useEffect(() => {
    if (!keyword) return setAnswer(undefined);
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const show = (next: Pick<Answer, "hits" | "problem">) => signal.aborted || setAnswer({ keyword, round, ...next });
    const timer = setTimeout(() => {
      call(search.find, { query: { keyword } }, { signal, silent: true }).then(
        (hits) => show({ hits }),
        // Anything else leads to the sign-in page.
        (error: unknown) => error instanceof CallError && show({ problem: error.message }),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [keyword, round]);

  return {
    hits: answer?.hits,
    problem: answer?.problem,
    isWaiting: keyword !== "" && (answer?.keyword !== keyword || answer.round !== round),
    retry: () => setRound((before) => before + 1),
  };
}

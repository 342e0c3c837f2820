import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { type Hits, search } from "~/contract/search/search";

/** After so long without another letter the server is asked. */
const pause = 150;

interface Answer {
  keyword: string;
  round: number;
  hits?: Hits;
  /** Why there are none. */
  problem?: string;
}

/** Asks for a keyword as soon as its writer pauses, and gives up what was asked for before; the former hits stay until the next come. */
export function useSearch(keyword: string) {
  const [answer, setAnswer] = useState<Answer>();
  /** Another one asks the same again. */
  const [round, setRound] = useState(0);

  // What is typed asks by itself, and has nothing to do with what the page loads.
  useEffect(() => {
    if (!keyword) return setAnswer(undefined);
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const show = (next: Pick<Answer, "hits" | "problem">) => signal.aborted || setAnswer({ keyword, round, ...next });
    const timer = setTimeout(() => {
      call(search.find, { query: { keyword } }, { signal, silent: true }).then(
        (hits) => show({ hits }),
        // Anything else is the way to the sign-in page.
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

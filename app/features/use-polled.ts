import { useEffect } from "react";
import { useLatest } from "~/app/blocks/use-latest";

const pollEvery = 1_000;

/**
 * Polls the task of this id, since the server does not report its progress. `hear` gets each answer and returns whether
 * the task is over. A failed request is repeated; without an id nothing is requested.
 */
export function usePolled<Answer>(
  id: number | undefined,
  ask: (id: number) => Promise<Answer>,
  hear: (answer: Answer) => boolean,
): void {
  const latestAsk = useLatest(ask);
  const latestHear = useLatest(hear);
  useEffect(() => {
    if (id === undefined) return;
    let isOpen = true;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      const isOver = await latestAsk(id).then(
        (answer) => isOpen && latestHear(answer),
        () => false,
      );
      if (isOpen && !isOver) timer = setTimeout(poll, pollEvery);
    };
    timer = setTimeout(poll, pollEvery);
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [id, latestAsk, latestHear]);
}

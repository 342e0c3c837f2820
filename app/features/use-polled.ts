import { useEffect } from "react";
import { useLatest } from "~/app/blocks/use-latest";

/** Milliseconds. */
const pollEvery = 1_000;

/**
 * Asks again and again how the task of this id is getting on: the server does not tell by itself. `hear` gets each answer and says whether
 * the task is over. A request that fails is made again; without an id nothing is asked.
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

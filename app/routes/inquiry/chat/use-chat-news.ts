import { useDebouncedCallback } from "@mantine/hooks";
import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useTopics } from "~/app/blocks/use-topics";

const pollEvery = 15_000;

/** Asks for the sessions again when a conversation has changed; several changes are one question. Without a stream, every quarter of a minute. */
export function useChatNews(): void {
  const { revalidate } = useRevalidator();
  const soon = useDebouncedCallback(revalidate, 300);
  useTopics("chat", soon);
  // The fallback of the stream: nothing else asks.
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && revalidate(), pollEvery);
    return () => clearInterval(timer);
  }, [revalidate]);
}

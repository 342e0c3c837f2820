import Cookies from "js-cookie";
import { useEffect, useRef, useState } from "react";
import { call } from "~/app/api/call";
import { chat } from "~/contract/inquiry/chat";

interface Counts {
  waiting: number;
  unread: number;
}

/** Out of sight a tab has no stream: it asks by itself whether somebody waits. */
const hiddenPoll = 20_000;
const muted = "chat_muted";

export interface Bell {
  isMuted: boolean;
  toggle: () => void;
}

export function useWaitingCall(counts: Counts): Bell {
  const [isMuted, setIsMuted] = useState(() => Cookies.get(muted) === "1");
  const [away, setAway] = useState<Counts>();
  const present = away ?? counts;
  const due = present.waiting + present.unread;
  const former = useRef(due);

  // Seen again: what the page knows counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new counts put an end to what was asked out of sight.
  useEffect(() => setAway(undefined), [counts.waiting, counts.unread]);

  // Sound and title lie outside of React.
  useEffect(() => {
    if (due > former.current && !isMuted) ring();
    former.current = due;
  }, [due, isMuted]);
  useEffect(() => {
    if (due === 0) return;
    // The frame, which is told of the screen after it, gives it its title first.
    const timer = setTimeout(() => {
      document.title = `(${due}) ${bareTitle()}`;
    });
    return () => {
      clearTimeout(timer);
      document.title = bareTitle();
    };
  }, [due]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") return;
      call(chat.sessions, { query: { tab: "waiting" } }, { silent: true }).then(
        ({ counts: now }) => setAway(now),
        // The next time asks again.
        () => undefined,
      );
    }, hiddenPoll);
    return () => clearInterval(timer);
  }, []);

  const toggle = () => {
    Cookies.set(muted, isMuted ? "0" : "1", { path: "/", sameSite: "Lax", expires: 365 });
    setIsMuted(!isMuted);
  };
  return { isMuted, toggle };
}

const bareTitle = () => document.title.replace(/^\(\d+\) /, "");

/** Two short notes. A browser that has seen no touch yet keeps silent. */
function ring(): void {
  try {
    const audio = new AudioContext();
    for (const [at, pitch] of [
      [0, 880],
      [0.16, 1175],
    ] as const) {
      const note = audio.createOscillator();
      const volume = audio.createGain();
      note.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.15);
      note.connect(volume).connect(audio.destination);
      note.start(audio.currentTime + at);
      note.stop(audio.currentTime + at + 0.16);
    }
    setTimeout(() => void audio.close(), 1_000);
  } catch {
    // No sound here: the title says it.
  }
}

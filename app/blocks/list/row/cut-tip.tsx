import { useEffect, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import classes from "./cut-tip.module.css";

interface Told {
  text: string;
  left: number;
  top: number;
}

export function CutTip() {
  const place = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState<Told>();
  useEffect(() => {
    const container = place.current?.parentElement;
    if (!container) return;
    const tell = ({ type, target }: Event) => {
      const cell = target instanceof Element ? target.closest<HTMLElement>("tbody td:not([data-still])") : null;
      const text = cell && wholeOf(cell);
      const isTitled = type === "pointerover" && target instanceof Element && target.closest("[title]");
      if (!cell || !text || isTitled) return setTold(undefined);
      const { left, bottom } = cell.getBoundingClientRect();
      setTold({ text, left, top: bottom });
    };
    const hush = () => setTold(undefined);
    const told = ["pointerover", "focusin"];
    const hushed = ["pointerleave", "focusout", "scroll", "keydown"];
    for (const name of told) container.addEventListener(name, tell);
    for (const name of hushed) container.addEventListener(name, hush);
    window.addEventListener("scroll", hush, { passive: true });
    return () => {
      for (const name of told) container.removeEventListener(name, tell);
      for (const name of hushed) container.removeEventListener(name, hush);
      window.removeEventListener("scroll", hush);
    };
  }, []);
  return (
    <div ref={place}>
      {told ? (
        <div
          role="tooltip"
          className={`${classes.tip} ${basic.anywhere} ${basic.size13} ${basic.rounded}`}
          style={{ left: told.left, top: told.top }}
        >
          {told.text}
        </div>
      ) : null}
    </div>
  );
}

function wholeOf(cell: HTMLElement): string | undefined {
  const told = cell.querySelector<HTMLElement>("[data-whole]")?.dataset.whole;
  if (told) return told;
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>("span, button")];
  if (!parts.some(({ scrollWidth, clientWidth }) => clientWidth > 4 && scrollWidth > clientWidth + 1)) return undefined;
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll(".mantine-VisuallyHidden-root, [aria-hidden=true]")) hidden.remove();
  copy.querySelector("[data-under]")?.prepend(" · ");
  return copy.textContent?.trim() || undefined;
}

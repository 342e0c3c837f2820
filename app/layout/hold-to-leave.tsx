import { IconPoint } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import classes from "./client-frame.module.css";

const heldFor = 1_000;

export function HoldToLeave({ onLeave }: { onLeave: () => void }) {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const end = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const begin = () => {
    end();
    setHeld(true);
    timer.current = setTimeout(() => {
      // The finger is still down, and will lift over the staff's own header.
      swallowClick();
      onLeave();
    }, heldFor);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    // A held key repeats itself.
    if (!event.repeat) begin();
  };
  // The button is gone.
  useEffect(() => () => clearTimeout(timer.current), []);
  const label = t("按住1秒退出客户模式");
  return (
    <button
      type="button"
      className={`${basic.plain} ${basic.grid} ${basic.relative} ${basic.dim} ${classes.leave}`}
      data-held={isHeld || undefined}
      aria-label={label}
      title={label}
      onPointerDown={({ button }) => button === 0 && begin()}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={press}
      onKeyUp={end}
      onBlur={end}
      // A long touch would open the browser's own menu.
      onContextMenu={(event) => event.preventDefault()}
    >
      <svg viewBox="0 0 36 36" aria-hidden>
        <circle cx="18" cy="18" r="15" pathLength="1" />
      </svg>
      <IconPoint size={20} aria-hidden />
    </button>
  );
}

/** Swallows the click that ends the current press: its target has gone, and what is there now was not meant. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  // A press that ends without a click: the next one counts.
  const end = () => {
    window.removeEventListener("click", swallow, true);
    for (const type of ["pointerdown", "keydown"]) window.removeEventListener(type, end, true);
  };
  window.addEventListener("click", swallow, true);
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, end, true);
}

import { useEffect } from "react";

/** Keeps `--visual-height` at what the phone's keyboard leaves, so that the input is above it: some browsers lay the keyboard over the page. */
export function useVisualHeight(isOn: boolean): void {
  // Only the browser knows its keyboard's height.
  useEffect(() => {
    const { visualViewport: view } = window;
    if (!isOn || !view) return;
    const { style } = document.documentElement;
    const measure = () => {
      style.setProperty("--visual-height", `${view.height}px`);
      style.setProperty("--visual-top", `${view.offsetTop}px`);
    };
    measure();
    view.addEventListener("resize", measure);
    view.addEventListener("scroll", measure);
    return () => {
      view.removeEventListener("resize", measure);
      view.removeEventListener("scroll", measure);
      style.removeProperty("--visual-height");
      style.removeProperty("--visual-top");
    };
  }, [isOn]);
}

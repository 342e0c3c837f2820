import { useEffect } from "react";

/**
 * Says on the document what the phone's keyboard leaves: `--visual-height`, `--visual-top`, and what it covers, `--keyboard`. Some
 * browsers lay the keyboard over the page, and only they know its height.
 */
export function useVisualHeight(): void {
  useEffect(() => {
    const { visualViewport: view } = window;
    if (!view) return;
    const { style } = document.documentElement;
    const measure = () => {
      // Zoomed in, one looks at a part of the page: no keyboard.
      const covered = view.scale > 1 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop);
      style.setProperty("--visual-height", `${view.height}px`);
      style.setProperty("--visual-top", `${view.offsetTop}px`);
      style.setProperty("--keyboard", `${covered}px`);
    };
    measure();
    view.addEventListener("resize", measure);
    view.addEventListener("scroll", measure);
    return () => {
      view.removeEventListener("resize", measure);
      view.removeEventListener("scroll", measure);
      for (const name of ["--visual-height", "--visual-top", "--keyboard"]) style.removeProperty(name);
    };
  }, []);
}

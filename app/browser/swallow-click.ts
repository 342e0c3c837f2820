/** Swallows the click that ends the current press: its target has gone, and what is there now was not meant. */
export function swallowClick(): void {
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

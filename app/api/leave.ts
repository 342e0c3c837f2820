/** The ways out of the application: an object, so that tests can see where it would go. */
export const leave = {
  /** Leaves for another site, without a way Back into the address that sent the visitor away. */
  to(address: string): Promise<never> {
    window.location.replace(address);
    // The loader that asked must not let anything be drawn while the browser is leaving.
    return new Promise(() => undefined);
  },
  /** Reloads the page for the user who is signed in by now. */
  again(): void {
    window.location.reload();
  },
  openFile(address: string): void {
    window.location.href = address;
  },
};

/** Removes the query from the present address: a code in it goes into no history, no reload and no copied link. */
export function clearAddress(): void {
  window.history.replaceState(window.history.state, "", window.location.pathname);
}

const key = "estate-country";

/** The country of the estate that was added last in this browser: most work on one. */
export function lastCountry(): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberCountry(code: string): void {
  try {
    window.localStorage.setItem(key, code);
  } catch {
    // Without storage the first of the countries is offered.
  }
}

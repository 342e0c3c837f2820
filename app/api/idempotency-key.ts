import { type Endpoint, isKeyed } from "~/contract/endpoint";

/** A new unique name. Not `randomUUID`, which plain http lacks. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A new key for a form to send; undefined if the endpoint takes none. */
export const keyFor = (endpoint: Endpoint): string | undefined => (isKeyed(endpoint) ? newKey() : undefined);

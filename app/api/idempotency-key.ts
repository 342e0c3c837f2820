import { type Endpoint, isKeyed } from "~/contract/endpoint";

/** A new name that nobody else has. Not `randomUUID`, which plain http lacks. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A new key for a form that is sent; none where the endpoint takes none. */
export const keyFor = (endpoint: Endpoint): string | undefined => (isKeyed(endpoint) ? newKey() : undefined);

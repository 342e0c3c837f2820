import { type Endpoint, isKeyed } from "~/contract/endpoint";

/** A new key for a form that is sent; none where the endpoint takes none. Not `randomUUID`, which plain http lacks. */
export const keyFor = (endpoint: Endpoint): string | undefined =>
  isKeyed(endpoint)
    ? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    : undefined;

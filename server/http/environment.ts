import type { Endpoint } from "~/contract/endpoint";
import type { Origin } from "../lib/call";

/** What the middleware before the endpoints leaves on a request. */
export type Environment = { Variables: { origin: Origin; userId: number | undefined; endpoint: Endpoint | undefined } };

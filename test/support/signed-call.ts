import { createHmac } from "node:crypto";
import { addressOf, type Endpoint, type LooseInput, type Reply } from "~/contract/endpoint";
import { signedHeaders } from "~/contract/signed";
import { sealSetting } from "~/server/lib/settings";
import type { testApi, Wire } from "./api";
import { setSetting } from "./factories";

export const machineKey = "a-key-of-sixteen-characters-or-more";

interface Sent {
  source?: string;
  key?: string;
  /** Seconds by which its clock is ahead. */
  ahead?: number;
  headers?: Record<string, string>;
  params?: LooseInput["params"];
  query?: LooseInput["query"];
}

/** Calls signed endpoints as a machine does, which the house knows by the name `site`. */
export function machine(api: ReturnType<typeof testApi>) {
  const { services, app } = api;
  return {
    known: () =>
      setSetting(
        services.db,
        "integration.keys",
        sealSetting(services, "integration.keys", `site:${machineKey}, portal:${machineKey}2`),
      ),
    async send<E extends Endpoint>(
      endpoint: E,
      body: unknown,
      { source = "site", key = machineKey, ahead = 0, headers = {}, params = {}, query = {} }: Sent = {},
    ): Promise<Wire<Reply<E>>> {
      const { method } = endpoint;
      const path = addressOf(endpoint, { params, query });
      const text = method === "GET" ? "" : JSON.stringify(body);
      const timestamp = String(Math.floor(services.now().getTime() / 1000) + ahead);
      const sign = createHmac("sha256", key).update(`${method}${path}${timestamp}${text}`).digest("hex");
      const response = await app.request(`http://test.local${path}`, {
        method,
        headers: {
          [signedHeaders.key]: source,
          [signedHeaders.timestamp]: timestamp,
          [signedHeaders.sign]: sign,
          ...headers,
        },
        ...(method === "GET" ? {} : { body: text }),
      });
      return { ...(await response.json()), status: response.status, headers: response.headers };
    },
  };
}

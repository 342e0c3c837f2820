import { createHmac } from "node:crypto";
import type { Endpoint, Reply } from "~/contract/endpoint";
import { signedHeaders } from "~/contract/signed";
import { sealSetting } from "~/server/lib/sealed-setting";
import type { testApi, Wire } from "./api";
import { setSetting } from "./factories";

export const machineKey = "a-key-of-sixteen-characters-or-more";

interface Sent {
  source?: string;
  key?: string;
  /** Seconds by which its clock is ahead. */
  ahead?: number;
  headers?: Record<string, string>;
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
      { method, path }: E,
      body: unknown,
      { source = "site", key = machineKey, ahead = 0, headers = {} }: Sent = {},
    ): Promise<Wire<Reply<E>>> {
      const text = JSON.stringify(body);
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
        body: text,
      });
      return { ...(await response.json()), status: response.status, headers: response.headers };
    },
  };
}

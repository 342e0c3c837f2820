import type { SQL } from "drizzle-orm";
import type { Endpoint } from "~/contract/endpoint";
import { operationLog } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import type { Job } from "~/server/jobs/scheduler";
import { testNow } from "./factories";
import { type Life, lifeOf, type Resource } from "./life-of";
import { setUp } from "./set-up";
import { signedIn } from "./signed-in";
import { type Pages, type RolesOf, whoMay } from "./who-may";

/** `setUp` with these people signed in before each test, and what tests of the site and the log often ask. */
export function desk<Names extends string>(people: Parameters<typeof signedIn<Names>>[1], connections = 0) {
  const base = setUp({ connections });
  const { db, api } = base;
  /** A public read of the site. */
  const ask = (path: string, headers: Record<string, string> = {}) =>
    api.app.request(`http://desk.local/api/public/${path}`, { headers });
  return {
    ...base,
    ...signedIn(api, people),
    ask,
    /** Called at the end of a file, since what is let through may leave rows. */
    whoMay: <R extends Record<string, Endpoint>>(resource: R, given: RolesOf<R>, pages?: Pages) =>
      whoMay(api, resource, given, pages),
    lifeOf: <R extends Resource>(resource: R, life: Life<R> & { roles: RolesOf<R>; pages?: Pages }) =>
      lifeOf(api, resource, life),
    /** What a public read answers. */
    read: async (path: string) => (await (await ask(path)).json()).data,
    /** So many minutes after `testNow`. */
    at: (minutes: number) => new Date(testNow.getTime() + minutes * 60_000),
    /** The operation log, in its order. */
    logLines: (where?: SQL) => db.select().from(operationLog).where(where).orderBy(operationLog.id),
    /** What the site tells of a visitor; the answer's status. */
    async track(
      body: object,
      agent = "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0",
      headers: Record<string, string> = {},
    ) {
      const response = await api.app.request("http://desk.local/api/public/track", {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": agent, ...headers },
        body: JSON.stringify(body),
      });
      return response.status;
    },
    /** Runs a job if it is due, as the server's own clock lets it run. */
    async runDue(job: Job, at: Date) {
      const jobs = jobsOf(api.services, [job]);
      await jobs.runDue(at);
      await jobs.stop();
    },
  };
}

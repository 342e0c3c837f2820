import { beforeEach } from "vitest";
import type { Endpoint, Input } from "~/contract/endpoint";
import type { testApi } from "./api";
import { resetDatabase } from "./database";
import { makeTeam, makeUser } from "./factories";

type Api = ReturnType<typeof testApi>;
type Person = Awaited<ReturnType<typeof makeUser>>;

/** Calls an endpoint as one person. */
export type As = Awaited<ReturnType<Api["as"]>>;

/** What `makeUser` takes; people who name the same team are in one. */
type Given = NonNullable<Parameters<typeof makeUser>[1]> & { team?: string };

type SignedIn<Names extends string> = { [Name in Names]: Person } & {
  [Name in Names as `as${Capitalize<Name>}`]: As;
};

/**
 * Begins each test with an empty database, the clock of the api as it was made, and these people, signed in: of `sales` come
 * `sales`, its row, and `asSales`, which calls as it. Both stay the same objects, so they can be taken apart once per file.
 */
export function signedIn<Names extends string>(api: Api, people: Record<Names, Given>): SignedIn<Names> {
  const rows: Partial<Record<string, object>> = {};
  const tokens = new Map<string, string>();
  const callers: Partial<Record<string, As>> = {};
  const names = Object.keys(people) as Names[];
  for (const name of names) {
    rows[name] = {};
    callers[`as${name.charAt(0).toUpperCase()}${name.slice(1)}`] = <E extends Endpoint>(
      endpoint: E,
      input: Partial<Input<E>> = {},
    ) => api.send(endpoint, input, tokens.get(name));
  }
  beforeEach(async () => {
    const { db } = api.services;
    await resetDatabase(db);
    api.resetClock();
    const teams = new Map<string, number>();
    for (const name of names) {
      const { team, ...given } = people[name];
      if (team && !teams.has(team)) teams.set(team, (await makeTeam(db, { name: team })).id);
      const row = await makeUser(db, { team_id: team ? teams.get(team) : null, ...given });
      Object.assign(rows[name] ?? {}, row);
      tokens.set(name, await api.tokenOf(row.id));
    }
  });
  // Filled before each test; empty only until the first begins.
  return { ...rows, ...callers } as SignedIn<Names>;
}

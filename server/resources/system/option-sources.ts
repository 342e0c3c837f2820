import { type AnyColumn, and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { inOrder } from "~/server/database/tables/search";
import { broker } from "~/server/database/tables/system/admin";
import { role, team, user } from "~/server/database/tables/system/system";
import { pick } from "~/server/lib/call";
import type { Entry } from "~/server/lib/option-values";
import { includesText } from "~/server/lib/search";
import type { OptionSources } from "~/server/lib/table-options";
import { holdsRole } from "./staff/staff-list";

/** Brokers in service by name, company or number; a few dozen rows, which need no index. */
function searchBrokers(db: Db, { keyword }: { keyword?: string }): Promise<Entry[]> {
  return entriesOf(
    db,
    and(
      isNull(broker.deleted_at),
      eq(broker.status, "enabled"),
      keyword
        ? or(...[broker.name, broker.company_name, broker.broker_no].map((column) => includesText(column, keyword)))
        : undefined,
    ),
  );
}

const nameBrokers = (db: Db, ids: number[]): Promise<Entry[]> => entriesOf(db, inArray(broker.id, ids));

const entriesOf = (db: Db, which: SQL | undefined): Promise<Entry[]> =>
  db
    .select({
      value: broker.id,
      label: sql<string>`concat_ws(' · ', ${broker.name}, ${broker.company_name})`,
      isEnabled: sql<boolean>`(${broker.status} = 'enabled' and ${broker.deleted_at} is null)`,
    })
    .from(broker)
    .where(which)
    .orderBy(inOrder(broker.name_pinyin), broker.id)
    .limit(50);

const always = sql<boolean>`true`;
const isEnabled = (status: AnyColumn) => sql<boolean>`${status} = 'enabled'`;
const isAtWork = sql<boolean>`(${user.status} = 'enabled' and ${user.deleted_at} is null)`;

const nameRoles: OptionSources["roles"]["name"] = ({ db }, values) =>
  db
    .select({ value: role.id, label: role.name, isEnabled: isEnabled(role.status) })
    .from(role)
    .where(inArray(role.id, values.map(Number)));

export const optionSources = {
  users: {
    offer: ({ db }, { keyword }) =>
      db
        .select({ value: user.id, label: user.name, isEnabled: always })
        .from(user)
        .where(
          and(
            eq(user.status, "enabled"),
            isNull(user.deleted_at),
            keyword ? includesText(user.name, keyword) : undefined,
          ),
        )
        .orderBy(inOrder(user.name_pinyin), user.id)
        .limit(50),
    name: ({ db }, values) =>
      pick(db, user, { value: user.id, label: user.name, isEnabled: isAtWork }, inArray(user.id, values.map(Number))),
  },

  teams: {
    offer: ({ db }) =>
      pick(db, team, { value: team.id, label: team.name, isEnabled: always }, eq(team.status, "enabled"), {
        order: [team.sort, team.id],
      }),
    name: ({ db }, values) =>
      db
        .select({ value: team.id, label: team.name, isEnabled: isEnabled(team.status) })
        .from(team)
        .where(inArray(team.id, values.map(Number))),
  },

  roles: {
    // One that gives more than the asker has themselves is shown, but not to be chosen.
    offer: async ({ db, user: caller }) =>
      (await db.select().from(role).orderBy(role.id)).map((row) => ({
        value: row.id,
        label: row.name,
        isEnabled: row.status === "enabled" && holdsRole(caller, row),
      })),
    name: nameRoles,
  },

  // A notification gives its recipient no rights.
  audience_roles: {
    offer: ({ db }) =>
      pick(db, role, { value: role.id, label: role.name, isEnabled: always }, eq(role.status, "enabled"), {
        order: role.id,
      }),
    name: nameRoles,
  },

  brokers: {
    offer: ({ db }, query) => searchBrokers(db, query),
    name: ({ db }, values) => nameBrokers(db, values.map(Number)),
  },
} satisfies Partial<OptionSources>;

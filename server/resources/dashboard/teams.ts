import { and, asc, eq } from "drizzle-orm";
import { team } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { teamsInReach } from "../system/target/reach";

/** The teams to which somebody may narrow figures. */
export const narrowingTeams = ({ db, user }: Pick<SignedCall, "db" | "user">) =>
  db
    .select({ id: team.id, name: team.name })
    .from(team)
    .where(and(teamsInReach(user), eq(team.status, "enabled")))
    .orderBy(asc(team.sort), asc(team.id));

import { and, asc, eq } from "drizzle-orm";
import { team } from "~/server/database/tables/system/system";
import { pick, type SignedCall } from "~/server/lib/call";
import { teamsInReach } from "../system/target/reach";

/** The teams to which somebody may narrow figures. */
export const narrowingTeams = ({ db, user }: Pick<SignedCall, "db" | "user">) =>
  pick(db, team, ["id", "name"], and(teamsInReach(user), eq(team.status, "enabled")), {
    order: [asc(team.sort), asc(team.id)],
  });

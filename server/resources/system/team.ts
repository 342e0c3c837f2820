import { team as contract } from "~/contract/system/team";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { teamTree } from "./team/tree";
import { changeTeam, createTeam, removeTeam, teamOf } from "./team/write";

export const teamHandlers = [
  serve(contract.list, async ({ db }) => ({ list: await teamTree(db) })),

  serve(contract.get, (call) => teamOf(call, call.params.id)),

  serve(contract.create, async (call) => ({ id: await createTeam(call, call.body) })),

  serveAct(contract.update, teamOf, changeTeam),

  serveNull(contract.remove, removeTeam),
];

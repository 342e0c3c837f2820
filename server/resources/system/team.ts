import { team as contract } from "~/contract/system/team";
import { serve } from "~/server/lib/serve";
import { teamTree } from "./team/tree";
import { changeTeam, createTeam, removeTeam, teamOf } from "./team/write";

export const teamHandlers = [
  serve(contract.list, async ({ db }) => ({ list: await teamTree(db) })),

  serve(contract.get, (call) => teamOf(call, call.params.id)),

  serve(contract.create, async (call) => ({ id: await createTeam(call, call.body) })),

  serve(contract.update, async (call) => {
    await changeTeam(call, call.params.id, call.body);
    return teamOf(call, call.params.id);
  }),

  serve(contract.remove, async (call) => {
    await removeTeam(call, call.params.id);
    return null;
  }),
];

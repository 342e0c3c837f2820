import { target as contract } from "~/contract/system/target";
import { serve } from "~/server/lib/serve";
import { monthOf } from "~/server/resources/shared/range";
import { viewerOf } from "../customer/customer/view";
import { targetsOf } from "./target/month";
import { copyTargets, setTargets } from "./target/write";

export const targetHandlers = [
  serve(contract.list, async (call) => {
    const viewer = await viewerOf(call);
    return targetsOf(call.db, viewer, call.query.month ?? monthOf(viewer.now));
  }),

  serve(contract.update, (call) => setTargets(call, call.body)),

  serve(contract.copy, (call) => copyTargets(call, call.body)),
];

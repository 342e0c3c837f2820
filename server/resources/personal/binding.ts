import { binding as contract } from "~/contract/personal/binding";
import { countTry } from "~/server/identity/attempts";
import { fakeProviderAnswers } from "~/server/identity/fake-provider/conditions";
import { subjectOfSso, type Visit } from "~/server/identity/sso";
import { isWecomConfigured, wecomUserOf } from "~/server/identity/wecom-api";
import { Refusal, refuse } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { bind, isPlatform, unbind } from "./binding/bind";
import { slackReturn, slackState } from "./binding/slack";

/** At the sign-in a code that does not hold is a bad request without a word; here somebody waits to hear of it. */
function consentFailed(error: unknown): never {
  if (error instanceof Refusal && error.code === 40000) return refuse(40104);
  throw error;
}

const mayAskWecom = async ({ services, raw }: Visit) =>
  (await isWecomConfigured(services)) || (await fakeProviderAnswers(services, raw, "wecom"));

export const bindingHandlers = [
  serve(contract.slack, slackState),

  serve(contract.unlinkSlack, (call) => unbind(call, "slack")),

  serve(contract.slackReturn, slackReturn),

  serve(
    contract.bindWecom,
    async (call) => {
      await countTry(call.services, call.origin.ip);
      if (!(await mayAskWecom(call))) return refuse(40000);
      const userid = await wecomUserOf(call, call.body.code).catch(consentFailed);
      await call.services.db.transaction((db) => bind({ ...call, db }, "wecom", userid));
      return null;
    },
    { ownTransaction: true },
  ),

  serve(
    contract.bindSso,
    async (call) => {
      await countTry(call.services, call.origin.ip);
      const subject = await subjectOfSso(call, call.body.access_token);
      await call.services.db.transaction((db) => bind({ ...call, db }, "sso", subject));
      return null;
    },
    { ownTransaction: true },
  ),

  serve(contract.unbind, async (call) =>
    isPlatform(call.params.platform) ? unbind(call, call.params.platform) : refuse(40400),
  ),
];

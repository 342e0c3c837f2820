import { user as contract } from "~/contract/personal/user";
import { screens } from "~/contract/screens";
import { serve } from "~/server/lib/serve";
import { unreadOf } from "../shared/message/unread";
import { menuEdits } from "../system/menu/edits";
import { colleaguesOf } from "./user/colleagues";
import { menuOf } from "./user/menu";
import { changePassword } from "./user/password";
import { changeProfile, profileOf } from "./user/profile";
import { endOtherSessions, endSession, loginsOf, sessionsOf } from "./user/sessions";
import { summaryOf } from "./user/summary";
import { viewsOf } from "./user/views";

export const userHandlers = [
  serve(contract.profile, ({ db, user: caller, services }) => profileOf(db, caller, services)),

  serve(contract.update, async (call) => {
    await changeProfile(call, call.body);
    return profileOf(call.db, call.user, call.services);
  }),

  serve(contract.views, ({ db, user: caller, query }) => viewsOf(db, caller, query.screen)),

  serve(contract.menus, async ({ db, user: caller }) => menuOf(screens, caller.permissions, await menuEdits(db))),

  serve(contract.changePassword, (call) => changePassword(call, call.body), { ownTransaction: true }),

  serve(contract.sessions, sessionsOf),

  serve(contract.endSession, (call) => endSession(call, call.params.session)),

  serve(contract.endOtherSessions, endOtherSessions),

  serve(contract.logins, loginsOf),

  serve(contract.summary, summaryOf),

  serve(contract.statistics, ({ db, user: caller, services }) => unreadOf(db, caller.id, services.now())),

  serve(contract.options, (call) => colleaguesOf(call, call.query)),
];

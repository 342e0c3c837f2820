import { eq } from "drizzle-orm";
import { auth } from "~/contract/sign-in/auth";
import { isoInstant } from "~/server/database/tables/columns";
import { session } from "~/server/database/tables/system/system";
import { countTry } from "~/server/identity/tries";
import { audit } from "~/server/lib/audit";
import { type Knock, serve } from "~/server/lib/serve";
import { signInByPassword } from "./auth/password";
import { linkFor, signInByWecom } from "./auth/wecom";

const admit = ({ services, origin }: Knock) => countTry(services, origin.ip);

export const authHandlers = [
  serve(auth.login, signInByPassword, { ownTransaction: true, admit }),

  serve(auth.link, linkFor),

  serve(auth.wecom, signInByWecom, { ownTransaction: true, admit }),

  serve(auth.logout, async (call) => {
    await call.db
      .update(session)
      .set({ ended_at: isoInstant(call.services.now()) })
      .where(eq(session.id, call.user.sessionId));
    await audit(call, { module: "auth", action: "logout", summary: "退出登录" });
    return null;
  }),
];

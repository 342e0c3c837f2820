import { auth } from "~/contract/sign-in/auth";
import { isMailSet } from "~/contract/system/setting";
import { user } from "~/server/database/tables/system/system";
import { attemptKey, clearAllAttempts, countTry } from "~/server/identity/attempts";
import { endSessions } from "~/server/identity/open-session";
import { ownerOfLink, useLinkUp } from "~/server/identity/password-link";
import { replacedPassword } from "~/server/identity/password-rule";
import { audit } from "~/server/lib/audit";
import { Refusal, setRow } from "~/server/lib/call";
import { mailLater } from "~/server/lib/mails";
import { type Knock, serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { householdOf, settableLimit } from "~/server/lib/try-limit";

const admit = ({ services, origin }: Knock) => countTry(services, origin.ip);

const hour = 3_600;
const byAddress = settableLimit();
const byPlace = settableLimit();

const ended = () => new Refusal(40902, "链接已失效或已使用，请重新获取");

export const passwordLinkHandlers = [
  // The same for every address: the account is looked up when the mail is sent.
  serve(
    auth.forgotPassword,
    async ({ body, services, origin, transaction }) => {
      if (!isMailSet(await readSettings(services.db))) throw new Refusal(40000, "没有设置邮件，请联系管理员重置密码");
      await byPlace(services, householdOf(origin.ip), { name: "forgot-place", points: 10, seconds: hour });
      const isWithin = await byAddress(services, attemptKey(services, body.email).email_hash, {
        ...{ name: "forgot", points: 3, seconds: hour },
      }).then(
        () => true,
        () => false,
      );
      if (isWithin) await transaction((tx) => mailLater(tx, services.now(), [{ kind: "reset", email: body.email }]));
      return null;
    },
    { ownTransaction: true, admit },
  ),

  serve(
    auth.checkLink,
    async ({ db, body, services }) => {
      const owner = await ownerOfLink(db, services.now(), body.token);
      if (!owner) throw ended();
      return { name: owner.name, email: owner.email };
    },
    { admit },
  ),

  serve(
    auth.resetPassword,
    async (call) => {
      const { body, services, transaction } = call;
      const owner = await ownerOfLink(services.db, services.now(), body.token);
      if (!owner) throw ended();
      const replaced = await replacedPassword(services.db, owner, body.new_password);
      await transaction(async (tx) => {
        if (!(await useLinkUp(tx, body.token, owner.id))) throw ended();
        await setRow(tx, user, owner.id, replaced);
        await clearAllAttempts(tx, attemptKey(services, owner.email));
        const count = await endSessions(tx, services.now(), owner.id);
        await audit(
          { db: tx, user: owner, origin: call.origin, services },
          {
            ...{ module: "auth", action: "update", summary: `用邮件中的链接设置密码，结束${count}个登录` },
            target: { type: "user", id: owner.id, name: owner.name },
          },
        );
      });
      return null;
    },
    { ownTransaction: true, admit },
  ),
];

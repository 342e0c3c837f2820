import { and, eq, isNull } from "drizzle-orm";
import { linkLives } from "~/contract/sign-in/auth";
import { isMailSet } from "~/contract/system/setting";
import { user } from "~/server/database/tables/system/system";
import {
  hasMail,
  type LinkKind,
  makePasswordLink,
  mayResetByMail,
  type Reachable,
  userByMail,
} from "~/server/identity/password-link";
import { sendMail } from "~/server/lib/mailer";
import { MailNote, mailEvent } from "~/server/lib/mails";
import type { Services } from "~/server/lib/services";
import { isDemo, readSettings } from "~/server/lib/settings";
import { afterFailure, type Carrier } from "./carrier";

type Person = Pick<Reachable, "id" | "name" | "email">;

/** Takes mails to the mail server of the settings. */
export const mailCarrier = (services: Services): Carrier => ({
  event: mailEvent,
  async carry({ id, payload, attempts }) {
    const note = MailNote.safeParse(payload).data;
    if (!note) return { status: "failed", why: "not readable" };
    if (await isDemo(services.db)) return { status: "skipped", why: "demo" };
    const settings = await readSettings(services.db);
    if (!isMailSet(settings)) return { status: "skipped", why: "not configured" };
    const person = await receiverOf(services, note);
    if (!person) return { status: "skipped", why: "nobody" };
    const brand = settings["site.name"];
    try {
      const { subject, lines } =
        note.kind === "text"
          ? { subject: note.title, lines: [note.content, `${settings["site.desk_base"]}${note.link}`] }
          : await linkMail(services, person, note.kind);
      const text = [`${person.name}，您好：`, ...lines, `—— ${brand}`].join("\n\n");
      await sendMail(services, { to: person.email, subject: `【${brand}】${subject}`, text });
      return { status: "sent" };
    } catch (error) {
      services.log.warn({ err: error, outbox: id, attempts }, "a mail could not be sent");
      return afterFailure(attempts);
    }
  },
});

/** The receiver as they are now. */
async function receiverOf({ db }: Services, note: MailNote): Promise<Person | undefined> {
  if (note.kind === "reset") return userByMail(db, note.email);
  const [row] = await db
    .select()
    .from(user)
    .where(and(eq(user.id, note.user_id), isNull(user.deleted_at)));
  if (!row || !hasMail(row)) return undefined;
  return (note.kind === "text" ? row.status === "enabled" : await mayResetByMail(db, row)) ? row : undefined;
}

async function linkMail(services: Services, { id, email }: Person, kind: LinkKind) {
  const link = await makePasswordLink(services, id, kind);
  const days = `${linkLives.hours}小时内有效，只能使用一次。`;
  if (kind === "reset") {
    const life = `${linkLives.minutes}分钟内有效，只能使用一次。`;
    return {
      subject: "重设密码",
      lines: [`请打开以下链接设置新密码，${life}`, link, "如果不是您本人申请，请忽略本邮件，密码不会改变。"],
    };
  }
  if (kind === "renew")
    return { subject: "请设置新密码", lines: [`管理员重置了您的密码。请打开以下链接设置新密码，${days}`, link] };
  return {
    subject: "您的账号已开通",
    lines: [
      `登录账号是 ${email}。请打开以下链接设置密码，${days}`,
      link,
      "链接过期后，可在登录页用“忘记密码”重新获取。",
    ],
  };
}

import type { Services } from "./services";
import { openSetting, readSettings } from "./settings";

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Milliseconds for the connection, and for each step after it. */
const limit = 10_000;

/** Hands a mail to the mail server of the settings, or throws an Error in words for the administrator. Its address may be inside the house: only administrators write it. */
export async function sendMail(services: Pick<Services, "db" | "secret" | "outward">, mail: Mail): Promise<void> {
  const settings = await readSettings(services.db);
  const { "mail.host": host, "mail.port": port, "mail.tls": tls, "mail.user": user, "mail.from": from } = settings;
  const pass = openSetting(services, settings, "mail.pass");
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    ...{ host, port, secure: tls === "tls", requireTLS: tls === "starttls", ignoreTLS: tls === "none" },
    ...(user ? { auth: { user, pass } } : {}),
    ...(services.outward?.ca ? { tls: { ca: services.outward.ca } } : {}),
    ...{ connectionTimeout: limit, greetingTimeout: limit, socketTimeout: limit },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    await transport.sendMail({ ...mail, from: { name: settings["site.name"], address: from } });
  } catch (error) {
    throw new Error(faultOf(error));
  } finally {
    transport.close();
  }
}

const faults: Readonly<Record<string, string>> = {
  EAUTH: "邮件服务器不接受账号或密码",
  ECONNECTION: "连接不上邮件服务器",
  ETIMEDOUT: "邮件服务器没有应答",
  EDNS: "找不到邮件服务器",
  ESOCKET: "与邮件服务器的连接或加密有误",
  ETLS: "与邮件服务器的加密有误",
  EENVELOPE: "邮件服务器不接受发件或收件地址",
};

function faultOf(error: unknown): string {
  const { code, response, message } = error as { code?: string; response?: string; message?: string };
  const words = faults[code ?? ""] ?? "邮件没有发出";
  return [words, response ?? message].filter(Boolean).join("：").slice(0, 300);
}

import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Services } from "~/server/lib/services";
import { sealSetting } from "~/server/lib/settings";
import { setSetting } from "./factories";
import { certificateFor } from "./receiver";

export interface Arrived {
  from: string;
  to: string[];
  subject: string;
  text: string;
}

const account = { user: "desk", pass: "the mail server's password" };

/** A mail server on loopback, by TLS and with an account; `use` puts it into the settings. */
export async function startMailServer() {
  const arrived: Arrived[] = [];
  const proof = await certificateFor("localhost");
  const server = new SMTPServer({
    ...proof,
    secure: true,
    onAuth: ({ username, password }, _, done) =>
      username === account.user && password === account.pass ? done(null, { user: username }) : done(new Error("535")),
    onRcptTo: ({ address }, _, done) => done(address.startsWith("refused") ? new Error("no such mailbox") : null),
    async onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      arrived.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : "",
        to: envelope.rcptTo.map(({ address }) => address),
        ...readable(Buffer.concat(parts).toString()),
      });
      done(null);
    },
  });
  // A client that does not trust its certificate hangs up.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo; // it listens on a port
  return {
    arrived,
    async use(services: Services, { pass = account.pass } = {}) {
      services.outward = { ...services.outward, ca: proof.cert };
      const { db } = services;
      await setSetting(db, "mail.host", "localhost");
      await setSetting(db, "mail.port", port);
      await setSetting(db, "mail.user", account.user);
      await setSetting(db, "mail.pass", sealSetting(services, "mail.pass", pass));
      await setSetting(db, "mail.from", "desk@example.com");
      await setSetting(db, "site.desk_base", "https://desk.example.com");
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Subject and text of a mail as it came over the wire: one part, its text in base64 or quoted-printable. */
function readable(raw: string): Pick<Arrived, "subject" | "text"> {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const words = /^Subject: (.*(?:\r\n .*)*)/m.exec(head)?.[1] ?? "";
  const subject = words
    .replace(/\r\n /g, "")
    .replace(/=\?UTF-8\?(B|Q)\?(.*?)\?=\s*/gi, (_, way: string, text: string) =>
      way.toUpperCase() === "B" ? Buffer.from(text, "base64").toString() : quoted(text.replaceAll("_", " ")),
    );
  const text = /^Content-Transfer-Encoding: base64/im.test(head)
    ? Buffer.from(body, "base64").toString()
    : quoted(body.replace(/=\r\n/g, ""));
  return { subject, text };
}

const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString();

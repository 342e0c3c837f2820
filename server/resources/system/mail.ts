import { mail } from "~/contract/system/mail";
import { Refusal } from "~/server/lib/call";
import { messageOf } from "~/server/lib/log";
import { sendMail } from "~/server/lib/mailer";
import { serve } from "~/server/lib/serve";
import { isDemo, readSettings } from "~/server/lib/settings";

export const mailHandlers = [
  serve(
    mail.test,
    async ({ body, services, user }) => {
      if (await isDemo(services.db)) throw new Refusal(40902, "演示数据不发送邮件");
      const { "mail.host": host, "mail.from": from, "site.name": brand } = await readSettings(services.db);
      if (!host || !from) throw new Refusal(40902, "请先保存邮件服务器和发件地址");
      const text = `${user.name} 从设置中心发出这封测试邮件。收到它，说明邮件设置正确。`;
      await sendMail(services, { to: body.to, subject: `【${brand}】测试邮件`, text }).catch((error: unknown) => {
        throw new Refusal(40000, messageOf(error));
      });
      return null;
    },
    { ownTransaction: true },
  ),
];

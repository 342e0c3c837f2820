import { z } from "zod";
import { endpoint } from "../endpoint";
import * as field from "../field";

export const mail = {
  test: endpoint("POST /api/system/mail/test", "发送测试邮件", "system:setting:manage", {
    unkeyed: "sends one mail each time",
    body: z.object({ to: field.email().meta({ label: "收件地址" }) }),
    reply: z.null(),
  }),
};

import { z } from "zod";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { PasswordChange } from "../sign-in/auth";
import { KeyCall, KeyDay, KeyPermissions, KeyRow, keyLife } from "../system/key";

export const KeyCreate = z.object({
  name: field.text("名称", 40).meta({ help: "写明用在哪里，如“报表脚本”" }),
  expires_days: field.integer("有效天数", 1, keyLife.most),
  may_write: z.boolean().default(false).meta({ label: "允许修改", control: "switch", help: "关闭时只能读取" }),
  permissions: KeyPermissions,
  password: PasswordChange.shape.old_password.meta({ label: "登录密码", control: "password" }),
});

/** The caller's own keys. */
export const key = {
  list: endpoint("GET /api/user/key", "我的密钥", "signed-in", { reply: z.array(KeyRow) }),
  /** `secret` is the key itself, and is never shown again. */
  create: endpoint("POST /api/user/key", "新增密钥", "signed-in", {
    body: KeyCreate,
    unkeyed: "a second one of the same name is refused",
    reply: z.object({ id: z.int(), secret: z.string() }),
  }),
  remove: endpoint("DELETE /api/user/key/{id}", "撤销密钥", "signed-in", { reply: z.null() }),
  calls: endpoint("GET /api/user/key/{id}/call", "密钥的调用", "signed-in", {
    /** The last calls, and how many there were on each of the last days. */
    reply: z.object({ last: z.array(KeyCall), days: z.array(KeyDay) }),
  }),
};

import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { OnceText } from "~/app/features/once-text/once-text";
import { t } from "~/app/i18n/t";

export interface NewPassword {
  name: string;
  phone: string;
  password: string;
  isNew: boolean;
}

/** What the person needs to sign in at the agents' portal; the password is shown here, once. */
export function AccountPassword({ account, onClose }: { account: NewPassword; onClose: () => void }) {
  const { name, phone, password, isNew } = account;
  const text = [
    isNew ? t("{name}，您的代理端账号已开通。", { name }) : t("{name}，您的代理端密码已重置。", { name }),
    t("登录手机号：{phone}", { phone }),
    isNew ? t("初始密码：{password}", { password }) : t("新密码：{password}", { password }),
    t("登录后请立即修改密码。"),
  ].join("\n");
  return (
    <Dialog
      onClose={onClose}
      title={isNew ? t("{name}的初始密码", { name }) : t("{name}的新密码", { name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <OnceText text={text} label={t("登录信息")} rows={4} />
      <DialogFoot mt="lg" onClose={onClose} cancel={t("完成")} />
    </Dialog>
  );
}

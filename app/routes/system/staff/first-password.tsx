import { Text } from "@mantine/core";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { OnceText } from "~/app/features/once-text/once-text";
import { t } from "~/app/i18n/t";
import { linkLives } from "~/contract/sign-in/auth";

export interface Account {
  name: string;
  email: string;
  /** Null: a mail asks them to set one. */
  password: string | null;
  isNew: boolean;
}

export function FirstPassword({ account, onClose }: { account: Account; onClose: () => void }) {
  const { name, email, password, isNew } = account;
  return (
    <Dialog
      onClose={onClose}
      title={isNew ? t("邀请{name}", { name }) : t("{name}的新密码", { name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {password === null ? (
        <Text>
          {t("已向 {email} 发送邮件，对方在{hours}小时内用其中的链接设置密码。", { email, hours: linkLives.hours })}
        </Text>
      ) : (
        <OnceText
          text={invitationOf({ ...account, password })}
          label={isNew ? t("邀请内容") : t("登录信息")}
          rows={5}
        />
      )}
      <DialogFoot mt="lg" onClose={onClose} cancel={t("完成")} />
    </Dialog>
  );
}

const invitationOf = ({ name, email, password, isNew }: Account & { password: string }): string =>
  [
    isNew ? t("{name}，您的账号已开通。", { name }) : t("{name}，您的密码已重置。", { name }),
    t("登录地址：{address}", { address: `${window.location.origin}/login` }),
    t("邮箱：{email}", { email }),
    isNew ? t("初始密码：{password}", { password }) : t("新密码：{password}", { password }),
    t("登录后请立即修改密码。"),
  ].join("\n");

import { Button, Group } from "@mantine/core";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { OnceText } from "~/app/features/once-text/once-text";
import { t } from "~/app/i18n/t";

export interface Account {
  name: string;
  email: string;
  password: string;
  isNew: boolean;
}

interface FirstPasswordProps {
  account: Account;
  onClose: () => void;
}

/** 邀请: what the person needs to sign in, to be sent by whichever way. The password is shown here, once. */
export function FirstPassword({ account, onClose }: FirstPasswordProps) {
  const { name, isNew } = account;
  return (
    <Dialog
      onClose={onClose}
      title={isNew ? t("邀请{name}", { name }) : t("{name}的新密码", { name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <OnceText text={invitationOf(account)} label={isNew ? t("邀请内容") : t("登录信息")} rows={5} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t("完成")}
        </Button>
      </Group>
    </Dialog>
  );
}

const invitationOf = ({ name, email, password, isNew }: Account) =>
  [
    isNew ? t("{name}，您的账号已开通。", { name }) : t("{name}，您的密码已重置。", { name }),
    t("登录地址：{address}", { address: `${window.location.origin}/login` }),
    t("邮箱：{email}", { email }),
    isNew ? t("初始密码：{password}", { password }) : t("新密码：{password}", { password }),
    t("登录后请立即修改密码。"),
  ].join("\n");

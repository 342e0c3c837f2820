import { Button } from "@mantine/core";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mail } from "~/contract/system/mail";

const form = actDialog({
  endpoint: mail.test,
  fields: ["to"],
  about: (_: { email: string }) => t("按已保存的设置发送一封测试邮件。"),
  input: () => ({}),
  value: ({ email }) => ({ to: email }),
  success: () => t("邮件服务器已接收，请到收件箱查看"),
  submitLabel: "发送",
});

/** The `dialog` has a form of its own: it goes outside of that of the settings. */
export function useMailTest() {
  const { email } = useProfile();
  const { ask, dialog } = useActs();
  const button = (
    <Button variant="default" mt="md" onClick={() => ask(form, { email: email ?? "" })}>
      {t("发送测试邮件")}
    </Button>
  );
  return { button, dialog };
}

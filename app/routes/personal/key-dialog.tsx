import { useState } from "react";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { ActDialog, actDialog } from "~/app/blocks/form/act/act-dialog";
import { OnceText } from "~/app/features/once-text/once-text";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { isForKeys } from "~/contract/key-reach";
import type { Permission } from "~/contract/permissions";
import { key } from "~/contract/personal/key";
import { keyLife } from "~/contract/system/key";

/** Of somebody's permissions those that a key may have. */
interface Choice {
  codes: readonly Permission[];
}

const form = actDialog({
  endpoint: key.create,
  size: "lg",
  fields: ({ codes }: Choice) => [
    "name",
    "expires_days",
    { name: "may_write", isWide: true },
    { name: "permissions", only: codes, isWide: true },
    { name: "password", isWide: true },
  ],
  about: () => t("密钥不能管理账号、员工和设置，不能导入导出、删除、查看完整号码，也不能经手款项。"),
  value: ({ codes }) => ({
    expires_days: keyLife.usual,
    permissions: codes.filter((code) => code.endsWith(":view")),
  }),
  input: () => ({}),
  submitLabel: "新增",
});

export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { permissions } = useProfile();
  const [of] = useState<Choice>({ codes: permissions.filter(isForKeys) });
  const [secret, setSecret] = useState<string>();
  if (secret === undefined)
    return <ActDialog form={form} of={of} onDone={(made) => setSecret(made.secret)} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t("新密钥")} closeOnClickOutside={false} closeOnEscape={false}>
      <OnceText
        text={secret}
        label={t("密钥")}
        rows={2}
        warning={t("密钥只显示这一次，关闭后无法再查看。请只放在可信的程序里。")}
      />
      <DialogFoot mt="lg" onClose={onClose} cancel={t("完成")} />
    </Dialog>
  );
}

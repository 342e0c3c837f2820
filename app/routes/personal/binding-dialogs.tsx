import { useState } from "react";
import { toast } from "~/app/api/toast";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { type Platform, platforms } from "~/contract/personal/binding";

const Confirm = lazyPart(() => import("~/app/blocks/feedback/confirm"), "Confirm");

interface Provider {
  host: string;
  client_id: string;
}

interface BindDialogProps {
  platform: Platform;
  sso: Provider | null;
  onClose: () => void;
}

export function BindDialog({ platform, sso, onClose }: BindDialogProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const name = t(platforms[platform]);
  // Comes back only where it could not start.
  const leave = async () => {
    setIsLeaving(true);
    await start(platform, sso).catch(() => undefined);
    onClose();
  };
  return (
    <Confirm
      title={t("绑定{platform}", { platform: name })}
      text={t("将前往{platform}确认您的身份，完成后回到个人中心。", { platform: name })}
      confirmLabel={t("前往绑定")}
      isDanger={false}
      pending={isLeaving}
      onConfirm={leave}
      onClose={onClose}
    />
  );
}

/** Fails only after the visitor has been told. */
async function start(platform: Platform, sso: Provider | null): Promise<void> {
  if (platform === "sso") {
    if (!sso) return;
    // The browser has its hash function on https and localhost alone.
    if (!window.isSecureContext) return toast.error(t("单点登录需要通过 HTTPS 访问"));
    const { startSso } = await import("~/app/session/sso");
    return startSso(sso, "bind");
  }
  const { startWecomBinding, startSlackBinding } = await import("~/app/session/binding-start");
  if (platform === "wecom") return startWecomBinding();
  if (!(await startSlackBinding())) toast.error(t("Slack尚未配置，请联系管理员"));
}

const losses: Record<Platform, string> = {
  wecom: "解绑后不能用企业微信登录，也收不到企业微信消息。",
  slack: "解绑后收不到Slack消息。",
  sso: "解绑后不能用该单点登录账号登录；邮箱与您相同的账号再次登录时会重新绑定。",
};

export const unbinding = (platform: Platform) => ({
  title: t("解绑{platform}", { platform: t(platforms[platform]) }),
  text: t(losses[platform]),
  confirmLabel: t("解绑"),
  success: t("已解绑"),
  closesOnError: true,
});

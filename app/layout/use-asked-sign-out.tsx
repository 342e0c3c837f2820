import { type ReactNode, useState } from "react";
import { useUnsent } from "~/app/api/unsent";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useSignOut } from "~/app/session/use-sign-out";

const Confirm = lazyPart(() => import("~/app/blocks/feedback/confirm"), "Confirm");

/** Signs out, after a question where something waits to be sent. */
export function useAskedSignOut(): { signOut: () => void; question: ReactNode } {
  const leave = useSignOut();
  const { count } = useUnsent();
  const [isAsked, setIsAsked] = useState(false);
  return {
    signOut: count > 0 ? () => setIsAsked(true) : leave,
    question: isAsked ? (
      <Confirm
        title={t("退出登录")}
        text={t("还有 {n} 条内容没有发送，退出后将丢弃。", { n: count })}
        confirmLabel={t("丢弃并退出")}
        pending={false}
        onConfirm={leave}
        onClose={() => setIsAsked(false)}
      />
    ) : null,
  };
}

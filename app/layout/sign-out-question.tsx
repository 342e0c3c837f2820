import { Confirm } from "~/app/blocks/feedback/confirm";
import { t } from "~/app/i18n/t";

interface SignOutQuestionProps {
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}

export const SignOutQuestion = ({ count, ...answers }: SignOutQuestionProps) => (
  <Confirm
    title={t("退出登录")}
    text={t("还有 {n} 条内容没有发送，退出后将丢弃。", { n: count })}
    confirmLabel={t("丢弃并退出")}
    pending={false}
    {...answers}
  />
);

import { Button, Group } from "@mantine/core";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { type ChatDetail, chat } from "~/contract/inquiry/chat";
import { visitorName } from "./session-item";

const ConvertDialog = lazyPart(() => import("../convert-dialog"), "ConvertDialog");

const transfer = actDialog({
  endpoint: chat.transfer,
  submitLabel: "转接",
  about: (detail: ChatDetail) => t("会话：{name}（{no}）", { name: visitorName(detail), no: detail.inquiry_no }),
  fields: [{ name: "user_id", perm: "inquiry:chat:reply", inScope: false }],
  success: () => t("会话已转接"),
});

interface ChatActsProps {
  detail: ChatDetail;
  onChanged: () => void;
  onGone: () => void;
}

export function ChatActs({ detail, onChanged, onGone }: ChatActsProps) {
  const { ask, open, confirm, dialog } = useActs();
  const { id, can } = detail;
  const end = () =>
    confirm(
      chat.end,
      { params: { id } },
      {
        title: t("结束会话"),
        text: t("将结束与 {name} 的会话。访客24小时内再次发言时会话重新打开。确定结束？", {
          name: visitorName(detail),
        }),
        confirmLabel: t("结束会话"),
        success: t("会话已结束"),
        onSuccess: onChanged,
      },
    );
  const converted = (close: () => void) => () => {
    close();
    onChanged();
  };
  return (
    <Group gap="xs" ml="auto" wrap="nowrap">
      {can.transfer ? (
        <Button size="compact-md" variant="default" onClick={() => ask(transfer, detail, onGone)}>
          {t("转接")}
        </Button>
      ) : null}
      {can.convert ? (
        <Button
          size="compact-md"
          variant="default"
          onClick={() => open((onClose) => <ConvertDialog id={id} onDone={converted(onClose)} onClose={onClose} />)}
        >
          {t("转客户")}
        </Button>
      ) : null}
      {can.end ? (
        <Button size="compact-md" variant="default" onClick={end}>
          {t("结束会话")}
        </Button>
      ) : null}
      {dialog}
    </Group>
  );
}

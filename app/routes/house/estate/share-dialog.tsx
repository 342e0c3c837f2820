import { Textarea } from "@mantine/core";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";

/** What the browser would not copy, to be copied by hand. */
export function ShareDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={t("复制链接")}>
      <Textarea
        label={t("请手动复制以下内容")}
        value={text}
        readOnly
        autosize
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}

import { Textarea } from "@mantine/core";
import { call } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import { Dialog } from "~/app/blocks/feedback/dialog";
import type { Acts } from "~/app/blocks/form/act/use-acts";
import { copyText } from "~/app/browser/copy-text";
import { t } from "~/app/i18n/t";
import { share } from "~/contract/share/share";

export async function shareEstate(id: number, open: Acts["open"]): Promise<void> {
  // `call` has shown what went wrong.
  const reply = await call(share.preview, { body: { kind: "estate", estate_ids: [id] } }).catch(() => undefined);
  if (!reply) return;
  const text = [reply.text, reply.url].filter(Boolean).join("\n");
  if (!(await copyText(text))) return open((onClose) => <ShareDialog text={text} onClose={onClose} />);
  toast.success(reply.url ? t("已复制房源信息和链接") : t("已复制房源信息（房源未上架或未配置主站地址，无链接）"));
}

const ShareDialog = ({ text, onClose }: { text: string; onClose: () => void }) => (
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

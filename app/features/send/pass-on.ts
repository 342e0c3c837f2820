import { toast } from "~/app/api/toast";
import { isWeCom } from "~/app/api/wecom";
import { isPhoneNow } from "~/app/blocks/use-is-phone";
import { copyText } from "~/app/browser/copy-text";
import { t } from "~/app/i18n/t";

interface Link {
  title: string;
  text: string;
  url: string;
}

/** Hands a link to the client: in WeCom by its client, by the phone's share menu, else by the clipboard. */
export async function passOn({ title, text, url }: Link): Promise<void> {
  if (isWeCom()) {
    const { sendInWeCom } = await import("./wecom-share");
    if ((await sendInWeCom({ title, text, url })) !== "unavailable") return toast.success(t("已发送链接"));
  }
  if (isPhoneNow() && navigator.share) {
    const isShared = await navigator.share({ title, text, url }).then(
      () => true,
      // Closed without a choice: one may press again.
      () => false,
    );
    if (isShared) return toast.success(t("已发送链接"));
  }
  if (await copyText(text)) toast.success(t("已复制链接，可粘贴发送"));
  else toast.warning(t("浏览器不允许复制，请从下方文字框复制"));
}

import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { call } from "~/app/api/call";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import { system } from "~/contract/system/system";
import { filmAddress } from "./film-address";

export function VideoDialog({ onInsert, onClose }: { onInsert: (src: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState("");
  const [isAsking, setIsAsking] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // For React this form is inside the page's own.
    event.stopPropagation();
    const src = filmAddress(typed);
    if (!src) return setError(t("请粘贴视频页面的网址，或播放器的嵌入代码"));
    setIsAsking(true);
    const hosts = await call(system.publicConfig).then(
      ({ video_hosts }) => video_hosts,
      () => undefined,
    );
    setIsAsking(false);
    if (!hosts) return;
    if (!hosts.includes(new URL(src).hostname))
      return setError(t("只能嵌入这些站点的视频：{hosts}", { hosts: hosts.join("、") }));
    onInsert(src);
  }
  return (
    <Dialog title={t("插入视频")} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Textarea
          label={t("视频网址")}
          description={t("哔哩哔哩、优酷等视频页面的网址，或播放器的嵌入代码")}
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          error={error}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError("");
          }}
        />
        <DialogFoot mt="lg" onClose={onClose}>
          <Button type="submit" loading={isAsking}>
            {t("插入")}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

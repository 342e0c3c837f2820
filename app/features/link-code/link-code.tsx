import "@mantine/core/styles/Image.css";
import { Button, Group, Image, Stack, TextInput } from "@mantine/core";
import { useCallback } from "react";
import { callLoosely } from "~/app/api/call";
import { download } from "~/app/api/download";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useAsync } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { CopyText } from "~/app/features/contacts/contacts";
import { t } from "~/app/i18n/t";
import type { tracker } from "~/contract/inquiry/tracker";
import type { DownloadLink } from "~/contract/shared/download";
import type { special } from "~/contract/special/special";

interface LinkCodeProps {
  id: number;
  name: string;
  link: string;
  qrcode: typeof tracker.qrcode | typeof special.qrcode;
  onClose: () => void;
}

export function LinkCode({ id, name, link, qrcode, onClose }: LinkCodeProps) {
  const isWhole = URL.canParse(link);
  return (
    <Dialog onClose={onClose} title={t("{name} 的链接", { name })}>
      <Stack gap="md">
        <div>
          <TextInput
            label={t("链接")}
            description={isWhole ? undefined : t("尚未设置工作台地址，完整链接和二维码暂不可用")}
            value={link}
            readOnly
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyText text={link} label={t("复制链接")} />
        </div>
        {isWhole ? <Code {...{ id, name, qrcode }} /> : null}
      </Stack>
    </Dialog>
  );
}

function Code({ id, name, qrcode }: Pick<LinkCodeProps, "id" | "name" | "qrcode">) {
  const ask = useCallback(
    (signal: AbortSignal) =>
      // Every endpoint that returns a file takes `link=1` (domain E.1).
      callLoosely(qrcode, { params: { id }, query: { link: true } }, { signal, silent: true }) as Promise<DownloadLink>,
    [id, qrcode],
  );
  const picture = useAsync(ask);
  const save = (format: "svg" | "png") =>
    // `download` has shown what went wrong.
    download(qrcode, { params: { id }, query: { format } }).catch(() => undefined);
  return (
    <>
      <AsyncPart {...picture}>
        {({ url }) => <Image src={url} alt={t("{name} 的二维码", { name })} w={240} h={240} mx="auto" fit="contain" />}
      </AsyncPart>
      <Group justify="center" gap="xs">
        <Button variant="default" onClick={() => save("png")}>
          {t("下载 PNG")}
        </Button>
        <Button variant="default" onClick={() => save("svg")}>
          {t("下载 SVG")}
        </Button>
      </Group>
    </>
  );
}

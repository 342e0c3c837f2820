import { Button, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { save } from "~/app/api/download";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";

export interface Part {
  blob: Blob;
  name: string;
}

/** Pictures to be sent: by the system's share menu where it takes files, else by a long press, at the desk as files. */
export function SentPictures({ parts, onClose }: { parts: readonly Part[]; onClose: () => void }) {
  const isPhone = useIsPhone();
  const [addresses, setAddresses] = useState<string[]>([]);
  useEffect(() => {
    const made = parts.map(({ blob }) => URL.createObjectURL(blob));
    setAddresses(made);
    return () => {
      for (const one of made) URL.revokeObjectURL(one);
    };
  }, [parts]);
  const files = parts.map(({ blob, name }) => new File([blob], name, { type: "image/png" }));
  const saveAll = () => {
    for (const { blob, name } of parts) save(blob, name);
  };
  const mayShare = isPhone && navigator.canShare?.({ files });
  return (
    <Dialog onClose={onClose} title={t("图片")} fullScreen={isPhone} size="lg">
      <Stack gap="sm">
        {mayShare ? (
          // Closed without a choice: one may press again.
          <Button onClick={() => navigator.share({ files }).catch(() => undefined)}>{t("转发图片")}</Button>
        ) : isPhone ? (
          <Text ta="center">{t("长按图片保存或转发")}</Text>
        ) : (
          <Button onClick={saveAll}>{t("下载图片")}</Button>
        )}
        {addresses.map((address, index) => (
          <img key={address} src={address} alt={parts[index]?.name} style={{ width: "100%" }} />
        ))}
      </Stack>
    </Dialog>
  );
}

import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconCamera, IconMovieOff } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { send } from "~/app/features/upload/use-uploads";
import { t } from "~/app/i18n/t";
import { formatLength } from "~/contract/format";
import { upload } from "~/contract/shared/upload";

/** A cover is no larger than this. */
const longest = 1920;

export function FilmPanel({ mediaId, values, form }: { mediaId: number; values: FormValues; form: FormHandle }) {
  const { answer: file, hasFailed } = useCall(upload.signed, { params: { id: mediaId } });
  const player = useRef<HTMLVideoElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [isReady, setReady] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const [at, setAt] = useState(0);
  if (hasFailed) return <Text size="sm">{t("视频暂时无法读取")}</Text>;
  if (!file) return <Skeleton h={200} role="progressbar" aria-label={t("正在读取视频")} />;

  async function take() {
    const film = player.current;
    if (!film) return;
    setTaking(true);
    try {
      const frame = await frameOf(film);
      if (!frame) return setUnreadable(true);
      const { id } = await send(frame, "cover", { onProgress: () => undefined });
      form.fill({ cover_id: id });
      toast.success(t("已用 {at} 的画面作封面", { at: formatLength(Math.floor(film.currentTime)) }));
    } catch {
      // Told by the call.
    } finally {
      setTaking(false);
    }
  }

  return (
    <Stack component="section" gap={8} maw={560} aria-label={t("视频画面")}>
      {isUnreadable ? (
        <Alert color="yellow" icon={<IconMovieOff size={18} aria-hidden />} title={t("浏览器无法读取画面")}>
          {t("视频可以保存和发布；请上传一张图片作封面，并填写时长。")}
        </Alert>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: films of the house have no captions of their own.
        <video
          ref={player}
          src={file.url}
          crossOrigin="anonymous"
          controls
          playsInline
          preload="metadata"
          className={`${basic.rounded} ${basic.full}`}
          style={{ maxHeight: 320, background: "#000" }}
          onError={() => setUnreadable(true)}
          onLoadedMetadata={({ currentTarget: { duration, videoWidth } }) => {
            // A sound alone, or a picture that the browser cannot decode.
            if (!videoWidth) return setUnreadable(true);
            setReady(true);
            const seconds = Math.max(1, Math.round(duration));
            if (Number.isFinite(duration) && values.duration !== seconds) form.fill({ duration: seconds });
          }}
          onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        />
      )}
      {isUnreadable ? null : (
        <Group gap="sm">
          <Button
            variant="default"
            disabled={!isReady}
            loading={isTaking}
            leftSection={<IconCamera size={16} aria-hidden />}
            onClick={take}
          >
            {t("截取当前画面为封面")}
          </Button>
          <Text size="xs" c="dimmed">
            {t("播放或拖到合适的画面，当前 {at}", { at: formatLength(Math.floor(at)) })}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

async function frameOf(film: HTMLVideoElement): Promise<File | undefined> {
  const { videoWidth, videoHeight } = film;
  if (!videoWidth || !videoHeight) return undefined;
  const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  try {
    canvas.getContext("2d")?.drawImage(film, 0, 0, canvas.width, canvas.height);
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
    return bytes ? new File([bytes], "cover.jpg", { type: "image/jpeg" }) : undefined;
  } catch {
    return undefined;
  }
}

import { useState } from "react";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import classes from "./album.module.css";

export function FilmPreview({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Dialog onClose={onClose} title={name} size="xl" zIndex={400}>
      {hasFailed ? (
        <p role="alert">{t("视频无法播放")}</p>
      ) : (
        <video className={classes.film} src={url} controls autoPlay onError={() => setHasFailed(true)}>
          <track kind="captions" />
        </video>
      )}
    </Dialog>
  );
}

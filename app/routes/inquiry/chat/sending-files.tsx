import basic from "~/app/basic.module.css";
import "@mantine/core/styles/Progress.css";
import { Button, Progress } from "@mantine/core";
import { t } from "~/app/i18n/t";
import type { Files } from "./use-files";

/** Files that are on their way, and those that did not get through. */
export function SendingFiles({ files: { sending, retry, forget } }: { files: Files }) {
  if (sending.length === 0) return null;
  return (
    <ul className={`${basic.list} ${basic.column} ${basic.gap4}`} aria-label={t("正在上传")}>
      {sending.map((one) => (
        <li key={one.key} className={`${basic.row} ${basic.gap8} ${basic.size13}`}>
          <span className={basic.cut}>{one.file.name}</span>
          {one.hasFailed ? (
            <>
              <span className={`${basic.wrap} ${basic.gap4} ${basic.error} ${basic.size12}`}>{t("上传失败")}</span>
              <Button variant="subtle" size="compact-xs" onClick={() => retry(one)}>
                {t("重试")}
              </Button>
              <Button variant="subtle" color="gray" size="compact-xs" onClick={() => forget(one.key)}>
                {t("移除")}
              </Button>
            </>
          ) : (
            <Progress
              value={one.progress}
              size="sm"
              flex={1}
              aria-label={t("正在上传{name}", { name: one.file.name })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

import { ActionIcon } from "@mantine/core";
import { IconCamera, IconPaperclip, IconPhoto, type TablerIcon } from "@tabler/icons-react";
import { useRef } from "react";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { isImage, mimesOf } from "~/app/features/upload/use-uploads";
import { t } from "~/app/i18n/t";
import classes from "./chat.module.css";

const all = mimesOf("chat");
const pictures = all.filter(isImage);

export function FileTools({ onChosen }: { onChosen: (files: File[]) => void }) {
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone ? <Chooser label={t("拍照")} icon={IconCamera} accept={pictures} isCamera onChosen={onChosen} /> : null}
      <Chooser label={t("发送图片")} icon={IconPhoto} accept={pictures} onChosen={onChosen} />
      <Chooser label={t("发送文件")} icon={IconPaperclip} accept={all} onChosen={onChosen} />
    </>
  );
}

interface ChooserProps {
  label: string;
  icon: TablerIcon;
  accept: readonly string[];
  isCamera?: boolean;
  onChosen: (files: File[]) => void;
}

function Chooser({ label, icon, accept, isCamera = false, onChosen }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool label={label} icon={icon} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isCamera}
        accept={accept.join(",")}
        capture={isCamera ? "environment" : undefined}
        aria-label={t("选择：{label}", { label })}
        onChange={(event) => {
          onChosen([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

interface ToolProps {
  label: string;
  icon: TablerIcon;
  isOpen?: boolean;
  onClick: () => void;
}

export const Tool = ({ label, icon: Icon, isOpen, onClick }: ToolProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="lg"
    className={classes.touch}
    aria-label={label}
    aria-expanded={isOpen}
    title={label}
    onClick={onClick}
  >
    <Icon size={20} stroke={1.6} aria-hidden />
  </ActionIcon>
);

import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";

interface BackToListProps {
  onClose: () => void;
  size?: "md";
  className?: string | undefined;
}

export const BackToList = ({ onClose, ...button }: BackToListProps) => (
  <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose} {...button}>
    {t("返回列表")}
  </Button>
);

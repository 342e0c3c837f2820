import { Button, Group, Modal, Text } from "@mantine/core";
import { t } from "~/app/i18n/t";
import { useOnTop } from "../feedback/on-top";

interface LeaveQuestionProps {
  isAsked: boolean;
  onStay: () => void;
  onLeave: () => void;
}

export const LeaveQuestion = ({ isAsked, onStay, onLeave }: LeaveQuestionProps) => (
  <Modal
    opened={isAsked}
    onClose={onStay}
    closeOnEscape={useOnTop(isAsked, onStay).isOnTop}
    title={t("确认离开")}
    withCloseButton={false}
    centered
  >
    <Text>{t("内容尚未保存，确定离开？")}</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onStay} data-autofocus>
        {t("继续填写")}
      </Button>
      <Button color="red.9" onClick={onLeave}>
        {t("离开")}
      </Button>
    </Group>
  </Modal>
);

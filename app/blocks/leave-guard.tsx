import { Button, Group, Modal, Text } from "@mantine/core";
import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { type MutableRefObject, useCallback } from "react";
import { t } from "~/app/i18n/t";
import { token } from "~/app/session/cookie";

/** Asks before one leaves a form with unsaved changes, inside the application and out of it. One at a time on a page. */
export function LeaveGuard({ isDirty }: { isDirty: MutableRefObject<boolean> }) {
  // A ref, not a value: a form that has just been saved may leave at once.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const here = currentLocation.pathname + currentLocation.search;
    const isElsewhere = here !== nextLocation.pathname + nextLocation.search;
    // An ended session cannot be talked out of; the draft stays.
    const hasEnded = token() === undefined;
    return isElsewhere && !hasEnded && isDirty.current === true;
  });
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isDirty.current) event.preventDefault();
      },
      [isDirty],
    ),
  );
  const leave = () => {
    // Given up on purpose: nothing of it is kept on the way out.
    isDirty.current = false;
    blocker.proceed?.();
  };
  return (
    <Modal
      opened={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      title={t("确认离开")}
      withCloseButton={false}
      centered
    >
      <Text>{t("内容尚未保存，确定离开？")}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          {t("继续填写")}
        </Button>
        <Button color="red.9" onClick={leave}>
          {t("离开")}
        </Button>
      </Group>
    </Modal>
  );
}

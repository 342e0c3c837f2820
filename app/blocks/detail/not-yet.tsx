import "@mantine/core/styles/Alert.css";
import { Alert } from "@mantine/core";
import { t } from "~/app/i18n/t";

/** Why acts are disabled: touch screens show no button titles. */
export function NotYet({ steps }: { steps: readonly (readonly [act: string, isOffered: boolean, reason?: string])[] }) {
  return steps.map(([act, isOffered, reason]) =>
    isOffered && reason ? (
      <Alert key={act} color="orange" p="xs" title={t("暂不能{act}", { act })}>
        {reason}
      </Alert>
    ) : null,
  );
}

import "@mantine/core/styles/Alert.css";
import { Alert } from "@mantine/core";
import { t } from "~/app/i18n/t";

/** What acts that are shown off still wait for: touch screens show no title of a button. */
export function NotYet({ steps }: { steps: readonly (readonly [act: string, isOffered: boolean, reason?: string])[] }) {
  return steps.map(([act, isOffered, reason]) =>
    isOffered && reason ? (
      <Alert key={act} color="orange" p="xs" title={t("暂不能{act}", { act })}>
        {reason}
      </Alert>
    ) : null,
  );
}

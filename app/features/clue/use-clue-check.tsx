import "@mantine/core/styles/Alert.css";
import { Alert } from "@mantine/core";
import { IconCircleCheck, IconUsers } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { call } from "~/app/api/call";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { useQuestion } from "~/app/blocks/form/use-question";
import { t } from "~/app/i18n/t";
import { clue } from "~/contract/clue/clue";
import { ClueCheck, type ClueCollision } from "~/contract/clue/clue-record";
import { maskedMatch } from "./clue-tags";

export function useClueCheck() {
  const [collision, setCollision] = useState<ClueCollision | null>();
  const ask = useQuestion();
  const onLeave = useCallback(
    async (_: string, values: FormValues) => {
      const asked = ClueCheck.safeParse(values);
      await ask(
        asked.success ? JSON.stringify(asked.data) : "",
        // The server checks again when it is reported: no answer now does no harm.
        async () => (asked.success ? call(clue.check, { body: asked.data }, { silent: true }) : undefined),
        (reply) => setCollision(reply?.collision),
      );
    },
    [ask],
  );
  return { collision, onLeave };
}

export function CheckNotice({ collision }: { collision: ClueCollision | null | undefined }) {
  if (collision === undefined) return null;
  if (collision === null)
    return (
      <Alert color="green" variant="light" role="status" icon={<IconCircleCheck aria-hidden />} mb="md">
        {t("没有撞单")}
      </Alert>
    );
  return (
    <Alert color="orange" variant="outline" icon={<IconUsers aria-hidden />} title={collision.text} mb="md">
      {collision.certain ? t("仍可报备，审核时须判定。") : maskedMatch()}
    </Alert>
  );
}

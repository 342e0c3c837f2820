import { Button, Stack, Text } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { Panel } from "~/app/blocks/detail/panel";
import { t } from "~/app/i18n/t";

/** A block of the page's own call that failed alone. */
export function BlockFailed({ title, error }: { title: string; error: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Panel title={title}>
      <Stack align="center" py="md" role="alert">
        <Text>{error}</Text>
        <Button variant="default" loading={state === "loading"} onClick={revalidate}>
          {t("重试")}
        </Button>
      </Stack>
    </Panel>
  );
}

import { Box, Button, Stack, Text } from "@mantine/core";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { lastPlace } from "~/app/browser/return-path";
import { QueueProgress } from "~/app/features/queue/queue-progress";
import { useQueue } from "~/app/features/queue/use-queue";
import { useFreshAddresses } from "~/app/features/upload/use-fresh-addresses";
import { t } from "~/app/i18n/t";
import { mansionApplicationScreens } from "~/contract/house/mansion-application";
import { ApplicationHandling } from "./application-handling";
import { confirmPath, listPath } from "./application-paths";
import { ApplicationTags } from "./application-tags";

export const clientLoader = loaderOf(mansionApplicationScreens["/house/mansion/mansion-confirm"]);
export { write as clientAction } from "~/app/api/writes";

export default function MansionConfirm() {
  const { record } = useLoaderData<typeof clientLoader>();
  useFreshAddresses();
  const navigate = useNavigate();
  const queue = useQueue((id) => navigate(confirmPath(id)));
  return (
    <Stack component="article">
      <Box
        component="header"
        className={`${basic.surface} ${basic.wrap} ${basic.gap8}`}
        p={{ base: "12px 14px", sm: "14px 20px" }}
      >
        <Text component="h1" fz={20} fw={600} lh="30px">
          {record.application_no}
        </Text>
        <ApplicationTags row={record} />
        <span className={basic.pushed}>
          <QueueProgress done={queue.done} left={record.left + Number(record.can.reject)} />
        </span>
        <Button component={Link} to={lastPlace(listPath)} variant="default" size="compact-sm">
          {t("返回列表")}
        </Button>
      </Box>
      <ApplicationHandling key={record.id} record={record} onDecided={queue.onDecided} />
    </Stack>
  );
}

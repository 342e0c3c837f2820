import { Box, Button, Group } from "@mantine/core";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { customer } from "~/contract/customer/customer";
import { mayCall } from "~/contract/endpoint";
import { labelOf } from "~/contract/field";
import { CustomerSegments } from "./customer-segments";

/** The phone's way to the other customers, and between all of the pool and what one may claim. */
export function PoolSegments() {
  const { query, change } = useListQuery(customer.pool);
  const isNarrow = query.claimable === true;
  const mayClaim = mayCall(useProfile(), customer.claim);
  return (
    <Group gap={8} wrap="nowrap">
      <Box flex={1}>
        <CustomerSegments />
      </Box>
      {mayClaim ? (
        <Button
          mih={40}
          px={12}
          flex="none"
          variant={isNarrow ? "light" : "default"}
          aria-pressed={isNarrow}
          onClick={() => change({ claimable: !isNarrow })}
        >
          {t(labelOf(customer.pool.query.shape.claimable, "claimable"))}
        </Button>
      ) : null}
    </Group>
  );
}

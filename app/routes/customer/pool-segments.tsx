import { Button, Group } from "@mantine/core";
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
    <>
      <CustomerSegments />
      {mayClaim ? (
        <Group justify="flex-end">
          <Button
            variant={isNarrow ? "light" : "default"}
            aria-pressed={isNarrow}
            onClick={() => change({ claimable: !isNarrow })}
          >
            {t(labelOf(customer.pool.query.shape.claimable, "claimable"))}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

import { Anchor, Stack } from "@mantine/core";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Link } from "~/app/blocks/link";
import { DealBriefs } from "~/app/features/deal/deal-briefs";
import { dealsPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import type { AgentDetail } from "~/contract/agent/agent";
import { deal } from "~/contract/deal/deal";

/** What came of an agent's leads, the newest first. */
export function AgentDeals({ record: { id } }: { record: AgentDetail }) {
  const page = useCall(deal.list, { query: { agent_id: id, page_size: 20 } });
  return (
    <AsyncPart {...page}>
      {({ list, total }) => (
        <Stack>
          <DealBriefs rows={list} />
          {total > list.length ? (
            <Anchor component={Link} to={`${dealsPath}?agent_id=${id}`} size="sm">
              {t("全部成交")}
            </Anchor>
          ) : null}
        </Stack>
      )}
    </AsyncPart>
  );
}

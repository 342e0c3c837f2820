import { Anchor, Stack } from "@mantine/core";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Link } from "~/app/blocks/link";
import { ClueBriefs } from "~/app/features/clue/clue-briefs";
import { t } from "~/app/i18n/t";
import type { AgentDetail } from "~/contract/agent/agent";
import { clue } from "~/contract/clue/clue";

/** What an agent has reported, the newest first. */
export function AgentClues({ record: { id } }: { record: AgentDetail }) {
  const page = useCall(clue.list, { query: { agent_id: id, page_size: 20 } });
  return (
    <AsyncPart {...page} shape="list">
      {({ list, total }) => (
        <Stack>
          <ClueBriefs rows={list} isOfAgent />
          {total > list.length ? (
            <Anchor component={Link} to={`/clue/feedback?agent_id=${id}`} size="sm">
              {t("全部报备")}
            </Anchor>
          ) : null}
        </Stack>
      )}
    </AsyncPart>
  );
}

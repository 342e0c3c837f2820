import { Anchor, Stack } from "@mantine/core";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Link } from "~/app/blocks/link";
import { StatementBriefs } from "~/app/features/statement/statement-briefs";
import { t } from "~/app/i18n/t";
import type { AgentDetail } from "~/contract/agent/agent";
import { statement } from "~/contract/clue/statement";

/** What an agent was and is owed, the newest first. */
export function AgentStatements({ record: { id } }: { record: AgentDetail }) {
  const page = useCall(statement.list, { query: { agent_id: id, page_size: 20 } });
  return (
    <AsyncPart {...page}>
      {({ list, total }) => (
        <Stack>
          <StatementBriefs rows={list} />
          {total > list.length ? (
            <Anchor component={Link} to={`/clue/accountStatement?agent_id=${id}`} size="sm">
              {t("全部对账单")}
            </Anchor>
          ) : null}
        </Stack>
      )}
    </AsyncPart>
  );
}

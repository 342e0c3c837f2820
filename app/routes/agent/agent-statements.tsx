import { Button, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Link } from "~/app/blocks/link";
import { SmallLink } from "~/app/blocks/page-link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { StatementBriefs } from "~/app/features/statement/statement-briefs";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { AgentDetail } from "~/contract/agent/agent";
import { statement } from "~/contract/clue/statement";
import { mayCall } from "~/contract/endpoint";

export function AgentStatements({ record: { id } }: { record: AgentDetail }) {
  const isPhone = useIsPhone();
  const mayCreate = mayCall(useProfile(), statement.create) && !isPhone;
  const page = useCall(statement.list, { query: { agent_id: id, page_size: 20 } });
  return (
    <AsyncPart {...page} shape="list">
      {({ list, total }) => (
        <Stack>
          {mayCreate ? (
            <Button
              component={Link}
              to={`/clue/accountStatement?add=1&agent_id=${id}`}
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              style={{ alignSelf: "start" }}
            >
              {t("新增对账单")}
            </Button>
          ) : null}
          <StatementBriefs rows={list} />
          {total > list.length ? (
            <SmallLink to={`/clue/accountStatement?agent_id=${id}`}>{t("全部对账单")}</SmallLink>
          ) : null}
        </Stack>
      )}
    </AsyncPart>
  );
}

import { Stack } from "@mantine/core";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SmallLink } from "~/app/blocks/page-link";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";
import { DealBriefs } from "./deal-briefs";
import { dealsPath } from "./deal-paths";

export function DealsOf({ by, id }: { by: "agent_id" | "estate_id"; id: number }) {
  const page = useCall(deal.list, { query: { [by]: id, page_size: 20 } });
  return (
    <AsyncPart {...page} shape="list">
      {({ list, total }) => (
        <Stack>
          <DealBriefs rows={list} />
          {total > list.length ? <SmallLink to={`${dealsPath}?${by}=${id}`}>{t("全部成交")}</SmallLink> : null}
        </Stack>
      )}
    </AsyncPart>
  );
}

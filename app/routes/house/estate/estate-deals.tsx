import { Anchor, Stack } from "@mantine/core";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Link } from "~/app/blocks/link";
import { DealBriefs } from "~/app/features/deal/deal-briefs";
import { dealsPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";

/** What was sold here, as far as the reader may see it, the newest first. */
export function EstateDeals({ id }: { id: number }) {
  const page = useCall(deal.list, { query: { estate_id: id, page_size: 20 } });
  return (
    <AsyncPart {...page}>
      {({ list, total }) => (
        <Stack>
          <DealBriefs rows={list} />
          {total > list.length ? (
            <Anchor component={Link} to={`${dealsPath}?estate_id=${id}`} size="sm">
              {t("全部成交")}
            </Anchor>
          ) : null}
        </Stack>
      )}
    </AsyncPart>
  );
}

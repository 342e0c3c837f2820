import { Group, Stack } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { Empty } from "~/app/blocks/feedback/states";
import { ListPager } from "~/app/blocks/list/list-pager";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import { notification } from "~/contract/notification/notification";
import { NotificationFigures, NotificationTag } from "./notification-cells";
import { receiptsPath } from "./paths";

/** What has gone out of a repeated notification, the newest first; each opens its receipts. */
export function OccurrenceList({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const occurrences = useCall(notification.list, { query: { series_id: id, sort: "-created_at", page } });
  return (
    <AsyncPart {...occurrences}>
      {(shown) =>
        shown.total === 0 ? (
          <Empty title={t("还没有发送过")} />
        ) : (
          <Stack gap={12}>
            <ul className={basic.list} aria-label={t("各次发送")}>
              {shown.list.map((row) => (
                <Group component="li" key={row.id} gap="4px 16px" py={10} className={basic.underlined}>
                  <TextLink to={receiptsPath(row.id)}>{t("第{n}次", { n: row.occurrence_no ?? "" })}</TextLink>
                  <time dateTime={row.send_at ?? undefined}>{formatInstant(row.send_at)}</time>
                  <NotificationTag {...row} />
                  <NotificationFigures {...row} isNamed />
                </Group>
              ))}
            </ul>
            {shown.total > shown.page_size ? (
              <ListPager page={shown} onChange={(next) => "page" in next && setPage(next.page)} />
            ) : null}
          </Stack>
        )
      }
    </AsyncPart>
  );
}

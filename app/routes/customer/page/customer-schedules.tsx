import { Button, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Empty } from "~/app/blocks/feedback/states";
import { ListPager } from "~/app/blocks/list/list-pager";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { useScheduleActs } from "~/app/features/schedule/schedule-acts";
import { ScheduleEntries, ScheduleEntry } from "~/app/features/schedule/schedule-entry";
import { spanText } from "~/app/features/schedule/schedule-labels";
import { t } from "~/app/i18n/t";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import type { Reply } from "~/contract/endpoint";
import { schedule } from "~/contract/schedule/schedule";

interface CustomerSchedulesProps {
  record: CustomerDetail;
  page: Reply<typeof schedule.list>;
}

/** What is planned with a customer, what waits first, and the way to plan more. */
export function CustomerSchedules({ record, page }: CustomerSchedulesProps) {
  const { change } = useListQuery(schedule.list);
  const acts = useScheduleActs(page.default_remind);
  const { id, name } = record;
  return (
    <Stack gap="lg" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => acts.ask({ act: "add", customer: { id, name } })}
      >
        {t("新增日程")}
      </Button>
      {page.list.length ? (
        <ScheduleEntries>
          {page.list.map((row) => (
            <ScheduleEntry key={row.id} row={row} time={spanText(row)} acts={acts} isOfCustomer />
          ))}
        </ScheduleEntries>
      ) : (
        <Stack w="100%">
          <Empty />
        </Stack>
      )}
      {page.total > page.page_size ? <ListPager page={page} onChange={change} /> : null}
      {acts.dialog}
    </Stack>
  );
}

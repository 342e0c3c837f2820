import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { ListPager } from "~/app/blocks/list/list-pager";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { type TrackingRow, tracking } from "~/contract/customer/tracking";
import classes from "./customer-trackings.module.css";
import { NewTracking } from "./new-tracking";
import { TrackingLine } from "./tracking-line";

interface CustomerTrackingsProps {
  record: CustomerDetail;
  page: Page<TrackingRow>;
}

/** The follow-ups of a customer, newest first, with the form of a new one (`?write=1`). */
export function CustomerTrackings({ record, page }: CustomerTrackingsProps) {
  const [search, setSearch] = useSearchParams();
  const { change } = useListQuery(tracking.list);
  const isWriting = record.can.track && search.get("write") === "1";
  const setWriting = (isOn: boolean) =>
    setSearch(
      (now) => {
        if (isOn) now.set("write", "1");
        else for (const name of ["write", "about"]) now.delete(name);
        return now;
      },
      { replace: !isOn, preventScrollReset: true },
    );

  return (
    <div className={classes.tab}>
      {isWriting ? (
        <NewTracking
          customerId={record.id}
          aboutId={Number(search.get("about")) || undefined}
          onClose={() => setWriting(false)}
        />
      ) : record.can.track ? (
        <Button
          variant="default"
          className={classes.new}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setWriting(true)}
        >
          {t("写跟进")}
        </Button>
      ) : null}
      <TrackingLine rows={page.list} />
      {page.total > page.page_size ? <ListPager page={page} onChange={change} /> : null}
    </div>
  );
}

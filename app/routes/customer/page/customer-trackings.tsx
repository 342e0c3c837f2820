import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Empty } from "~/app/blocks/feedback/states";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { ListPager } from "~/app/blocks/list/list-pager";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import { useTrackingActs } from "~/app/routes/customer/tracking/tracking-acts";
import { TrackingEntry } from "~/app/routes/customer/tracking/tracking-entry";
import { trackingFields } from "~/app/routes/customer/tracking/tracking-fields";
import type { Page } from "~/contract/common";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { TrackingCreate, type TrackingRow, tracking } from "~/contract/customer/tracking";
import classes from "./customer-trackings.module.css";

const pictures = { name: "media_ids", media: { scene: "tracking" } } as const;
const createSections: FormSection<typeof TrackingCreate>[] = [{ fields: [...trackingFields, pictures] }];

interface CustomerTrackingsProps {
  record: CustomerDetail;
  page: Page<TrackingRow>;
}

/** The follow-ups of a customer, newest first, with the form of a new one (`?write=1`). */
export function CustomerTrackings({ record, page }: CustomerTrackingsProps) {
  const [search, setSearch] = useSearchParams();
  const { change } = useListQuery(tracking.list);
  const acts = useTrackingActs();
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
      {page.list.length ? (
        <ol className={classes.line}>
          {page.list.map((row) => (
            <TrackingEntry key={row.id} row={row} onEdit={() => acts.edit(row)} onRemove={() => acts.remove(row)} />
          ))}
        </ol>
      ) : (
        <Empty />
      )}
      {page.total > page.page_size ? <ListPager page={page} onChange={change} /> : null}
      {acts.dialog}
    </div>
  );
}

interface NewTrackingProps {
  customerId: number;
  /** The estate that it is going to be about. */
  aboutId: number | undefined;
  onClose: () => void;
}

function NewTracking({ customerId, aboutId, onClose }: NewTrackingProps) {
  const { run, pending } = useAct();
  const [begin] = useState(() => ({
    type: "call",
    tracked_at: new Date().toISOString(),
    estate_ids: aboutId ? [aboutId] : [],
  }));
  return (
    <section className={classes.write} aria-label={t("写跟进")}>
      <LazyRecordForm
        form={{
          schema: TrackingCreate,
          sections: createSections,
          value: begin,
          extra: { customer_id: customerId },
          draft: `tracking-new:${customerId}${aboutId ? `:${aboutId}` : ""}`,
          pending,
          onSubmit: (body, then) => run(tracking.create, { body }, { success: t("跟进已保存"), ...then(onClose) }),
        }}
        onCancel={onClose}
      />
    </section>
  );
}

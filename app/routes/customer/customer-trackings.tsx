import { Button, Modal } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Confirm } from "~/app/blocks/confirm";
import { formatInstant } from "~/app/blocks/format";
import { LazyRecordForm } from "~/app/blocks/lazy-record-form";
import { ListPager } from "~/app/blocks/list-pager";
import type { FormSection } from "~/app/blocks/record-form";
import type { FormValues } from "~/app/blocks/schema-fields";
import { Empty } from "~/app/blocks/states";
import { useAct } from "~/app/blocks/use-act";
import { useListQuery } from "~/app/blocks/use-list-query";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import type { CustomerDetail } from "~/contract/customer-record";
import { TrackingCreate, type TrackingRow, TrackingUpdate, tracking } from "~/contract/tracking";
import classes from "./customer-trackings.module.css";
import type { CustomerEditAction } from "./customer-writes";
import { TrackingEntry } from "./tracking-entry";

const fields = [
  "type",
  "direction",
  "result",
  "content",
  "tracked_at",
  "next_at",
  "duration_min",
  "stage_after",
  { name: "lost_reason", when: ({ stage_after }: FormValues) => stage_after === "lost" },
  "level_after",
] as const;
const pictures = { name: "media_ids", media: { scene: "tracking" } } as const;
const createSections: FormSection<typeof TrackingCreate>[] = [{ fields: [...fields, pictures] }];

interface CustomerTrackingsProps {
  record: CustomerDetail;
  page: Page<TrackingRow>;
}

/** The follow-ups of a customer, newest first, with the form of a new one (`?write=1`). */
export function CustomerTrackings({ record, page }: CustomerTrackingsProps) {
  const [search, setSearch] = useSearchParams();
  const { change } = useListQuery(tracking.list);
  const { run, pending } = useAct<CustomerEditAction>();
  const [edited, setEdited] = useState<TrackingRow>();
  const [removed, setRemoved] = useState<TrackingRow>();
  const isWriting = record.can.track && search.get("write") === "1";
  const setWriting = (isOn: boolean) =>
    setSearch(
      (now) => {
        if (isOn) now.set("write", "1");
        else now.delete("write");
        return now;
      },
      { replace: !isOn, preventScrollReset: true },
    );

  return (
    <div className={classes.tab}>
      {isWriting ? (
        <NewTracking customerId={record.id} onClose={() => setWriting(false)} />
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
            <TrackingEntry key={row.id} row={row} onEdit={() => setEdited(row)} onRemove={() => setRemoved(row)} />
          ))}
        </ol>
      ) : (
        <Empty />
      )}
      {page.total > page.page_size ? <ListPager page={page} onChange={change} /> : null}
      {edited ? <EditTracking row={edited} onClose={() => setEdited(undefined)} /> : null}
      {removed ? (
        <Confirm
          title={t("删除跟进")}
          text={t("确定删除 {at} 的跟进记录？", { at: formatInstant(removed.tracked_at) })}
          confirmLabel={t("删除")}
          pending={pending}
          onConfirm={() =>
            run(
              "removeTracking",
              { params: { id: removed.id } },
              { success: t("已删除"), onSuccess: () => setRemoved(undefined) },
            )
          }
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </div>
  );
}

function NewTracking({ customerId, onClose }: { customerId: number; onClose: () => void }) {
  const { run, pending } = useAct<CustomerEditAction>();
  const [begin] = useState(() => ({ type: "call", tracked_at: new Date().toISOString() }));
  return (
    <section className={classes.write} aria-label={t("写跟进")}>
      <LazyRecordForm
        schema={TrackingCreate}
        sections={createSections}
        value={begin}
        extra={{ customer_id: customerId }}
        draft={`tracking-new:${customerId}`}
        pending={pending}
        onSubmit={(body, then) => run("createTracking", { body }, { success: t("跟进已保存"), ...then(onClose) })}
        onCancel={onClose}
      />
    </section>
  );
}

function EditTracking({ row, onClose }: { row: TrackingRow; onClose: () => void }) {
  const { run, pending } = useAct<CustomerEditAction>();
  const [sections] = useState<FormSection<typeof TrackingUpdate>[]>(() => [
    { fields: [...fields, { name: "media_ids", media: { scene: "tracking", known: row.media } }] },
  ]);
  return (
    <Modal opened onClose={onClose} title={t("编辑跟进")} size="xl" closeButtonProps={{ "aria-label": t("关闭") }}>
      <LazyRecordForm
        schema={TrackingUpdate}
        sections={sections}
        value={{ ...row, media_ids: row.media.map(({ id }) => id) }}
        pending={pending}
        onSubmit={(body, then) =>
          run("updateTracking", { params: { id: row.id }, body }, { success: t("已保存"), ...then(onClose) })
        }
        onCancel={onClose}
      />
    </Modal>
  );
}

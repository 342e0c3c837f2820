import { Button, Modal } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Confirm } from "~/app/blocks/confirm";
import { formatInstant } from "~/app/blocks/format";
import { LazyRecordForm } from "~/app/blocks/lazy-record-form";
import { ListPager } from "~/app/blocks/list-pager";
import type { FormSection } from "~/app/blocks/record-form";
import { RowActions } from "~/app/blocks/row-actions";
import type { FormValues } from "~/app/blocks/schema-fields";
import { Empty } from "~/app/blocks/states";
import { Tag } from "~/app/blocks/tag";
import { useAct } from "~/app/blocks/use-act";
import { useListQuery } from "~/app/blocks/use-list-query";
import { Value } from "~/app/blocks/value";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { type CustomerDetail, levels, stages } from "~/contract/customer";
import { TrackingCreate, type TrackingRow, TrackingUpdate, tracking, trackingTypes } from "~/contract/tracking";
import type { clientAction } from "./customer-edit";
import classes from "./customer-trackings.module.css";

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
  const { run, pending } = useAct<typeof clientAction>();
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
            <Entry key={row.id} row={row} onEdit={() => setEdited(row)} onRemove={() => setRemoved(row)} />
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
  const { run, pending } = useAct<typeof clientAction>();
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
  const { run, pending } = useAct<typeof clientAction>();
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

interface EntryProps {
  row: TrackingRow;
  onEdit: () => void;
  onRemove: () => void;
}

function Entry({ row, onEdit, onRemove }: EntryProps) {
  const moves = [
    row.stage_after && row.stage_after !== row.stage_before
      ? t(stages[row.stage_after as keyof typeof stages])
      : undefined,
    row.level_after && row.level_after !== row.level_before
      ? t(levels[row.level_after as keyof typeof levels])
      : undefined,
  ].filter(Boolean);
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <time dateTime={row.tracked_at}>{formatInstant(row.tracked_at)}</time>
        <Tag color="brand">{t(trackingTypes[row.type as keyof typeof trackingTypes] ?? row.type)}</Tag>
        {row.result ? (
          <Tag color="teal">
            <Value field={{ name: "result", scene: "tracking_result" }} value={row.result} />
          </Tag>
        ) : null}
        {row.is_valid ? null : <Tag>{t("非有效跟进")}</Tag>}
        <span className={classes.who}>{row.user.name}</span>
        <span className={classes.acts}>
          <RowActions
            about={t("{at} 的跟进", { at: formatInstant(row.tracked_at) })}
            actions={[
              row.can.edit && { label: t("编辑"), onSelect: onEdit },
              row.can.delete && { label: t("删除"), isDanger: true, onSelect: onRemove },
            ]}
          />
        </span>
      </div>
      <p className={classes.text}>{row.content}</p>
      {row.media.length ? (
        <div className={classes.pictures}>
          {row.media.map(({ id, name, url }) => (
            <a key={id} href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={name} loading="lazy" />
            </a>
          ))}
        </div>
      ) : null}
      {moves.length || row.next_at || row.duration_min ? (
        <p className={classes.more}>
          {moves.length ? <span>{t("更新为：{moves}", { moves: moves.join("、") })}</span> : null}
          {row.duration_min ? <span>{t("时长 {minutes} 分钟", { minutes: row.duration_min })}</span> : null}
          {row.next_at ? <span>{t("下次跟进 {at}", { at: formatInstant(row.next_at) })}</span> : null}
        </p>
      ) : null}
    </li>
  );
}

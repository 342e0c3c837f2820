import { Button, Stack } from "@mantine/core";
import { IconMessage2 } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { joined } from "~/app/blocks/detail/format";
import { Empty, FilteredEmpty } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { NameLink } from "~/app/blocks/page-link";
import { useAddress } from "~/app/blocks/use-set-address";
import { ClueStatusTag } from "~/app/features/clue/clue-tags";
import { useCommentRemoval } from "~/app/features/comments/use-comment-removal";
import { NewTracking } from "~/app/features/customer/new-tracking";
import { type ScheduleActs, useScheduleActs } from "~/app/features/schedule/schedule-acts";
import { t } from "~/app/i18n/t";
import { useTrackingActs } from "~/app/routes/customer/tracking/tracking-acts";
import { TrackingEntry } from "~/app/routes/customer/tracking/tracking-entry";
import type { ClueBrief } from "~/contract/clue/clue-brief";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import type { Reply } from "~/contract/endpoint";
import type { CommentRow } from "~/contract/shared/comment";
import type { TimelineEntry, timeline } from "~/contract/timeline/timeline";
import { CommentEntry, NewComment } from "./comment-entry";
import { DealEntry } from "./deal-entry";
import { Entry } from "./entry";
import { HistoryEntry } from "./history-entry";
import { InquiryEntry } from "./inquiry-entry";
import { KindFilter, useKinds } from "./kind-filter";
import { PlanEntry, RequirementEntry } from "./plan-entries";
import { RequestEntry } from "./request-entry";
import classes from "./timeline.module.css";
import { UnitEntry } from "./unit-entry";
import { useTimeline } from "./use-timeline";

export function CustomerTimeline({ record, page }: { record: CustomerDetail; page: Reply<typeof timeline.list> }) {
  const { kinds, show } = useKinds();
  const { entries, hasMore, isAsking, more } = useTimeline(record.id, kinds, page);
  const acts = useEntryActs(record);
  return (
    <Stack gap={20}>
      <Composer record={record} mayComment={page.can.comment} />
      {entries.length ? (
        <ol className={basic.list} aria-label={t("动态")}>
          {entries.map((entry) => (
            <OneEntry key={entry.key} entry={entry} acts={acts} />
          ))}
        </ol>
      ) : kinds.length ? (
        <FilteredEmpty onClear={() => show([])} />
      ) : (
        <Empty title={t("还没有动态")} />
      )}
      {hasMore ? (
        <Button variant="default" mx="auto" loading={isAsking} onClick={() => void more()}>
          {t("更早的动态")}
        </Button>
      ) : null}
      {acts.dialog}
    </Stack>
  );
}

function Composer({ record, mayComment }: { record: CustomerDetail; mayComment: boolean }) {
  const [search, setAddress] = useAddress();
  const [isCommenting, setIsCommenting] = useState(false);
  const isWriting = record.can.track && search.get("write") === "1";
  const stop = () => setAddress({ write: undefined, about: undefined }, { replace: true });
  if (isWriting)
    return (
      <>
        <div ref={inSight} style={{ scrollMarginTop: 72 }}>
          <NewTracking customerId={record.id} aboutId={Number(search.get("about")) || undefined} onClose={stop} />
        </div>
        <KindFilter />
      </>
    );
  if (isCommenting)
    return (
      <>
        <NewComment record={record} onClose={() => setIsCommenting(false)} />
        <KindFilter />
      </>
    );
  return (
    <div className={`${classes.begin} ${basic.row} ${basic.between} ${basic.gap12}`}>
      <KindFilter />
      {mayComment ? (
        <Button
          variant="default"
          size="sm"
          flex="none"
          className={basic.touch}
          leftSection={<IconMessage2 size={16} aria-hidden />}
          onClick={() => setIsCommenting(true)}
        >
          {t("写评论")}
        </Button>
      ) : null}
    </div>
  );
}

// Few customers have been sent something.
const ShareEntry = lazyPart(() => import("./share-entry"), "ShareEntry");

/** What one has asked for is not left below the edge of the screen. */
const inSight = (part: HTMLElement | null) => part?.scrollIntoView?.({ block: "start" });

interface EntryActs {
  about: number;
  trackings: ReturnType<typeof useTrackingActs>;
  schedules: ScheduleActs;
  removeComment: (row: CommentRow) => void;
}

function useEntryActs({ id }: CustomerDetail) {
  const trackings = useTrackingActs();
  const schedules = useScheduleActs();
  const { remove: removeComment, dialog } = useCommentRemoval();
  return {
    ...{ about: id, trackings, schedules, removeComment },
    dialog: (
      <>
        {trackings.dialog}
        {schedules.dialog}
        {dialog}
      </>
    ),
  };
}

function OneEntry({ entry, acts }: { entry: TimelineEntry; acts: EntryActs }) {
  switch (entry.kind) {
    case "tracking": {
      const row = entry.tracking;
      return (
        <TrackingEntry row={row} onEdit={() => acts.trackings.edit(row)} onRemove={() => acts.trackings.remove(row)} />
      );
    }
    case "comment": {
      const row = entry.comment;
      return <CommentEntry about={acts.about} row={row} onRemove={() => acts.removeComment(row)} />;
    }
    case "schedule":
      return <PlanEntry row={entry.schedule} acts={acts.schedules} />;
    case "requirement":
      return <RequirementEntry row={entry.requirement} />;
    case "inquiry":
      return <InquiryEntry row={entry.inquiry} />;
    case "clue":
      return <ClueEntry row={entry.clue} />;
    case "hold":
    case "quote":
      return <UnitEntry kind={entry.kind} row={entry.unit} />;
    case "share":
      return <ShareEntry row={entry.share} />;
    case "deal":
      return <DealEntry row={entry.deal} />;
    case "transfer":
      if (entry.request) return <RequestEntry row={entry.request} />;
      return entry.line ? <HistoryEntry kind="transfer" line={entry.line} /> : null;
    case "change":
      return <HistoryEntry kind="change" line={entry.line} />;
  }
}

function ClueEntry({ row }: { row: ClueBrief }) {
  const { id, clue_no, status, estate, agent, account, handler, created_at } = row;
  return (
    <Entry
      kind="clue"
      at={created_at}
      what={
        <>
          <strong>{t("报备")}</strong>
          <ClueStatusTag status={status} />
        </>
      }
      who={handler?.name}
    >
      <p className={classes.text}>{joined(agent.name, account?.name)}</p>
      <p className={classes.more}>
        <NameLink to={`/clue/feedback?open=${id}`}>{clue_no}</NameLink>
        <span>{estate.name}</span>
      </p>
    </Entry>
  );
}

import { Stack, Title } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Note } from "~/app/blocks/feedback/note";
import { lazyPart } from "~/app/blocks/lazy-part";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { NewTracking } from "~/app/features/customer/new-tracking";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { customer } from "~/contract/customer/customer";
import type { CustomerDetail, CustomerRow } from "~/contract/customer/customer-record";
import { tracking } from "~/contract/customer/tracking";
import { mayCall } from "~/contract/endpoint";
import { BasicsFacts } from "./page/basics-facts";
import { CustomerActions, CustomerFacts, CustomerTags } from "./page/customer-head";
import { ForbiddenBanner } from "./page/forbidden-banner";
import { NewestRecord, useNewestRecord } from "./page/newest-record";
import { TrackingLine } from "./page/timeline/tracking-line";
import { useRevealed } from "./page/use-revealed";

const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments");

type Part = DrawerPart<CustomerRow>;

export function CustomerDrawer(props: Part) {
  const asked = useDrawerCall(customer.get, { params: { id: props.id } });
  const { record, tell } = useNewestRecord(asked.answer);
  const reveals = useRevealed(props.id);
  const maySeeTrackings = mayCall(useProfile(), tracking.list);
  return (
    <DrawerAnswer {...asked} answer={record}>
      {(one) => (
        <NewestRecord value={tell}>
          <Stack gap={24}>
            <ForbiddenBanner record={one} />
            <Head record={one} reveals={reveals} part={props} />
            <section className={`${basic.column} ${basic.gap12}`} aria-label={t("跟进记录")}>
              <Title order={3} size="h5">
                {t("跟进记录")}
              </Title>
              {one.can.track && props.isWriting ? (
                <NewTracking customerId={one.id} onClose={() => props.onWrite(false)} onNext={props.onNext} />
              ) : null}
              {maySeeTrackings ? <LastTrackings id={one.id} /> : null}
            </section>
            <section className={`${basic.column} ${basic.gap12}`} aria-label={t("评论")}>
              <Title order={3} size="h5">
                {t("评论")}
              </Title>
              <Comments type="customer" id={one.id} />
            </section>
            <BasicsFacts record={reveals.revealed ? { ...one, ...reveals.revealed, is_masked: false } : one} />
          </Stack>
        </NewestRecord>
      )}
    </DrawerAnswer>
  );
}

interface HeadProps {
  record: CustomerDetail;
  reveals: ReturnType<typeof useRevealed>;
  part: Part;
}

const Head = ({ record, reveals, part: { onWrite, onNext, onClose } }: HeadProps) => (
  <section className={`${basic.column} ${basic.gap12}`} aria-label={t("概况")}>
    <div className={`${basic.wrap} ${basic.gap8}`}>
      <CustomerTags record={record} />
    </div>
    <CustomerFacts record={record} {...reveals} />
    <CustomerActions record={record} onWrite={() => onWrite(true)} onGone={onNext ?? onClose} />
  </section>
);

function LastTrackings({ id }: { id: number }) {
  const trackings = useDrawerCall(tracking.list, { query: { customer_id: id, page_size: 10 } });
  return (
    <DrawerAnswer {...trackings}>
      {({ list }) => (list.length ? <TrackingLine rows={list} /> : <Note>{t("还没有跟进记录")}</Note>)}
    </DrawerAnswer>
  );
}

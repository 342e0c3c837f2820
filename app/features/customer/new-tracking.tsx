import { useRevalidator } from "@remix-run/react";
import { useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { OfflineNote } from "~/app/blocks/feedback/offline-note";
import { useAct } from "~/app/blocks/feedback/use-act";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { TrackingCreate, tracking } from "~/contract/customer/tracking";
import { mayCall } from "~/contract/endpoint";
import { tellSaved, trackingFields } from "./tracking-fields";

const ClueChoice = lazyPart(() => import("~/app/features/clue/clue-choice"), "ClueChoice");

const DealChoice = lazyPart(() => import("~/app/features/deal/deal-choice"), "DealChoice");

const fields = trackingFields({ scene: "tracking", mayWait: true });

interface NewTrackingProps {
  customerId: number;
  aboutId?: number;
  inquiryId?: number;
  clueId?: number;
  onClose: () => void;
  onSaved?: () => void;
  onNext?: () => void;
}

export function NewTracking({ customerId, aboutId, inquiryId, clueId, onClose, onSaved, onNext }: NewTrackingProps) {
  const { run, pending } = useAct();
  const { revalidate } = useRevalidator();
  const isGoingOn = useRef(false);
  const chosenClue = useRef(clueId ?? null);
  const chosenDeal = useRef<number | null>(null);
  const profile = useProfile();
  const mayChoose = mayCall(profile, { permission: "clue:clue:view" }) && !clueId && !inquiryId;
  const mayChooseDeal = mayCall(profile, { permission: "deal:deal:view" }) && !inquiryId;
  const [sections] = useState<FormSection<typeof TrackingCreate>[]>(() => [
    {
      fields,
      ...((mayChoose || mayChooseDeal) && {
        below: () => (
          <>
            {mayChoose ? (
              <ClueChoice
                customerId={customerId}
                onChange={(id) => {
                  chosenClue.current = id;
                }}
              />
            ) : null}
            {mayChooseDeal ? (
              <DealChoice
                label={t("成交")}
                customerId={customerId}
                onChange={(id) => {
                  chosenDeal.current = id;
                }}
              />
            ) : null}
          </>
        ),
      }),
    },
  ]);
  const [begin] = useState(() => ({
    type: "call",
    estate_ids: aboutId ? [aboutId] : [],
  }));
  const leave = () => (isGoingOn.current && onNext ? onNext() : onClose());
  return (
    <section className={basic.underlined} style={{ paddingBottom: 20 }} aria-label={t("写跟进")}>
      <OfflineNote />
      <LazyRecordForm
        form={{
          schema: TrackingCreate,
          sections,
          value: begin,
          extra: { customer_id: customerId, inquiry_id: inquiryId ?? null },
          draft: `tracking-new:${customerId}${aboutId ? `:${aboutId}` : ""}`,
          pending,
          onSubmit: (body, then) => {
            const { onSuccess, onError, onKept } = then(leave);
            run(
              tracking.create,
              { body: { ...body, clue_id: chosenClue.current, deal_id: chosenDeal.current } },
              {
                onError,
                onKept: () => {
                  onKept();
                  leave();
                },
                onSuccess: (done) => {
                  onSaved?.();
                  onSuccess(done);
                  tellSaved(done, revalidate);
                },
              },
            );
          },
        }}
        ways={onNext && [t("保存并下一个")]}
        onWay={(way) => {
          isGoingOn.current = way === 0;
        }}
        isLong
        focused="content"
        onCancel={onClose}
      />
    </section>
  );
}

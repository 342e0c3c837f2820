import { useMemo, useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import type { WriteError } from "~/app/api/writes";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { RecordForm, type Then } from "~/app/blocks/form/record-form";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { deal } from "~/contract/deal/deal";
import type { DealDetail } from "~/contract/deal/deal-record";
import { mayCall } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { createBody, EditDeal, inForm, NewDeal, updateBody } from "./deal-schema";
import { dealSections } from "./deal-sections";
import { DealSum } from "./deal-sum";
import { dealValues } from "./deal-values";

interface DealFormProps {
  record: DealDetail | undefined;
  begin: FormValues;
  complaints: readonly FieldError[];
  onRefused: (id: number, fields: readonly FieldError[]) => void;
  onSaved: (id: number) => void;
  onClose: () => void;
}

export function DealForm({ record, begin, complaints: told, onRefused, onSaved, onClose }: DealFormProps) {
  const profile = useProfile();
  const isPhone = useIsPhone();
  const saving = useAct();
  const submitting = useAct();
  const isSubmitted = useRef(false);
  // Known once their boards are loaded; the form asks by it.
  const [units, setUnits] = useState<ReadonlyMap<unknown, boolean>>(new Map());
  const known = useRef(units);
  known.current = units;
  const complaints = useMemo(() => inForm(told, !record), [record, told]);
  const seesCommission = profile.permissions.includes("deal:commission:view");
  const sections = useMemo(
    () =>
      dealSections({
        record,
        seesCommission,
        hasUnits: (id) => known.current.get(id),
        onKnown: (id, has) => setUnits((now) => (now.get(id) === has ? now : new Map(now).set(id, has))),
      }),
    [record, seesCommission],
  );
  const [value] = useState(() => ({
    source_type: begin.clue_id ? "agent" : "direct",
    payment_method: "full",
    ...begin,
  }));
  const present = useMemo(() => (record ? dealValues(record) : value), [record, value]);

  const saved = (id: number, version?: number) => {
    if (!isSubmitted.current) return onSaved(id);
    submitting.run(
      deal.submit,
      { params: { id }, body: { version } },
      {
        success: t("已提交审核"),
        onSuccess: () => onSaved(id),
        onError: ({ fields }) => {
          toast.warning(t("草稿已保存，尚未提交"));
          onRefused(id, fields);
        },
      },
    );
  };
  const keptText = () => (isSubmitted.current ? undefined : t("草稿已保存"));
  const form = {
    value: present,
    complaints,
    pending: saving.pending || submitting.pending,
    submitLabel: t("存草稿"),
    draft: record ? `deal:${record.id}` : "deal-new",
    // Lines of the bill are saved next to it.
    isFollowing: record !== undefined,
    follows: (name: string) => followers[name],
  };
  const outcome = (then: Then) => {
    const { onSuccess, onError } = then();
    const say = withValues(onError);
    return { onSuccess, onError: (error: WriteError) => say({ ...error, fields: inForm(error.fields, !record) }) };
  };
  const rest = {
    isInDialog: true,
    isLong: true,
    // The buyer is asked for first, where still unknown.
    focused: record || begin.customer_id || isPhone ? undefined : ("customer_id" as const),
    aside: (values: FormValues) => <DealSum values={values} record={record} />,
    ways: mayCall(profile, deal.submit) ? [t("提交审核")] : undefined,
    onWay: (way: number) => {
      isSubmitted.current = way === 0;
    },
    onCancel: onClose,
  };
  return (
    <SideDrawer
      onClose={onClose}
      closeOnClickOutside={false}
      size={isPhone ? "100%" : "min(1200px, 100vw)"}
      title={record ? t("编辑成交 {no}", { no: record.deal_no }) : t("新增成交")}
    >
      {record ? (
        <RecordForm
          {...rest}
          form={{
            ...form,
            schema: EditDeal,
            sections,
            extra: { version: record.version },
            onSubmit: (body, then) => {
              const { onSuccess, onError } = outcome(then);
              saving.run(
                deal.update,
                { params: { id: record.id }, body: updateBody(body) },
                {
                  success: keptText(),
                  onError,
                  onSuccess: (reply) => {
                    onSuccess(reply);
                    saved(reply.id, reply.version);
                  },
                },
              );
            },
          }}
        />
      ) : (
        <RecordForm
          {...rest}
          form={{
            ...form,
            schema: NewDeal,
            sections,
            onSubmit: (body, then) => {
              const { onSuccess, onError } = outcome(then);
              saving.run(
                deal.create,
                { body: createBody(body) },
                {
                  success: keptText(),
                  onError,
                  onSuccess: (reply) => {
                    onSuccess(reply);
                    saved(reply.id);
                  },
                },
              );
            },
          }}
        />
      )}
    </SideDrawer>
  );
}

const followers: Readonly<Record<string, FormValues>> = {
  estate_id: {
    ...{ unit_id: null, room_id: null, building: null, unit_no: null, floor: null, layout: null, area_sqm: null },
    ...{ list_price: null, currency: null, clue_id: null },
  },
  customer_id: { buyer_name: null, buyer_phone: null, buyer_id_no: null, clue_id: null, inquiry_id: null },
};

const withValues =
  (onError: ReturnType<Then>["onError"]): ReturnType<Then>["onError"] =>
  (error) =>
    onError(isDetail(error.data) ? { ...error, data: dealValues(error.data) } : error);

const isDetail = (data: unknown): data is DealDetail =>
  typeof data === "object" && data !== null && "co_buyers" in data && "attachments" in data;

import { Alert, Button, Group } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { useMemo, useState } from "react";
import { call } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import type { WriteError } from "~/app/api/writes";
import { useAct } from "~/app/blocks/feedback/use-act";
import { namesOf } from "~/app/blocks/form/act/act-form";
import type { FormTabs } from "~/app/blocks/form/form-tabs";
import { type FormHandle, type FormNotice, RecordForm, type Then } from "~/app/blocks/form/record-form";
import { formTexts } from "~/app/features/editor/picture-files";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import { type EstateDetail, estate } from "~/contract/house/estate";
import { estateAudit } from "~/contract/house/estate-audit";
import { EstateFields, EstateUpdate, estateTexts, WholeEstateUpdate } from "~/contract/house/estate-record";
import { detailPath } from "../estate-paths";
import { estateSections } from "./estate-sections";

function refusedContent(record: EstateDetail | undefined): FormNotice<typeof EstateFields> | undefined {
  if (record?.review?.status !== "rejected" || record.review.action !== "update") return undefined;
  return { at: "name", show: (form) => <RefusedContent id={record.id} form={form} /> };
}

function RefusedContent({ id, form }: { id: number; form: FormHandle }) {
  const [state, setState] = useState<"offered" | "asked" | "taken">("offered");
  async function take() {
    setState("asked");
    // What went wrong has been told.
    const history = await call(estateAudit.history, { params: { id } }).catch(() => []);
    const refused = history.find((entry) => entry.refused !== null)?.refused;
    setState(refused ? "taken" : "offered");
    if (!refused) return;
    form.fill(refused);
    toast.success(t("已填入被驳回的内容，修改后请保存"));
  }
  return (
    <Alert color="gray" variant="outline" p="sm" mb="md">
      <Group justify="space-between">
        {t("上次提交的变更被驳回，未生效。可把被驳回的内容填回表单，修改后重新提交。")}
        <Button
          size="compact-sm"
          variant="default"
          loading={state === "asked"}
          disabled={state === "taken"}
          onClick={take}
        >
          {t("采用被驳回的内容")}
        </Button>
      </Group>
    </Alert>
  );
}

interface EstateFormProps {
  record: EstateDetail;
  hasRooms: boolean;
  complaints: readonly FieldError[];
  tabs: FormTabs;
}

export function EstateForm({ record, hasRooms, complaints, tabs }: EstateFormProps) {
  const navigate = useNavigate();
  const { run, pending } = useAct();
  const sections = useMemo(() => estateSections(record, hasRooms), [record, hasRooms]);
  const value = useMemo(() => thoughtOf(record), [record]);
  const notice = useMemo(() => refusedContent(record), [record]);
  const currencies = useScene("country_currencies");
  // A district lies in its country, and prices there are in its currency; with layouts it stays.
  const follows = (name: string, next: unknown) => {
    if (name !== "country_code") return undefined;
    const currency = hasRooms ? undefined : currencies.find(({ value }) => value === next)?.label;
    return { district_id: null, ...(currency && { currency }) };
  };
  return (
    <RecordForm
      {...{ tabs, notice }}
      isLong
      form={{
        ...{ sections, pending, follows, complaints },
        // What was submitted keeps what that demanded.
        schema: record.audit_status === "approved" ? WholeEstateUpdate : EstateUpdate,
        value,
        extra: { version: record.version },
        isFollowing: true,
        draft: `estate:${record.id}`,
        onSubmit: (body, then) => {
          run(estate.update, { params: { id: record.id }, body }, { success: savedText, ...flattened(then()) });
        },
      }}
      onCancel={() => navigate(detailPath(record.id))}
    />
  );
}

const thoughtOf = (record: EstateDetail) => ({
  ...record,
  ...formTexts(record, estateTexts),
  ...record.rules,
  ...record.proposed,
});

function flattened({ onError, ...then }: ReturnType<Then>): ReturnType<Then> {
  const isDetail = (data: unknown): data is EstateDetail =>
    typeof data === "object" && data !== null && "rules" in data;
  const flat = (error: WriteError) => (isDetail(error.data) ? { ...error, data: thoughtOf(error.data) } : error);
  return { ...then, onError: (error) => onError(flat(error)) };
}

function savedText({ proposed, review }: EstateDetail): string {
  const names = Object.keys(proposed ?? {});
  if (names.length === 0 || review?.status !== "pending") return t("已保存");
  const labels = namesOf(names.map((name) => t(labelOf(EstateFields.shape[name as keyof EstateFields], name))));
  return t("已保存；{labels}的修改已提交审核（{no}），通过前对外仍显示原内容", { labels, no: review.audit_no });
}

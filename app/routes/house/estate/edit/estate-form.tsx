import { useNavigate } from "@remix-run/react";
import { useMemo } from "react";
import { toast } from "~/app/api/toast";
import type { WriteError } from "~/app/api/writes";
import { namesOf } from "~/app/blocks/form/act-form";
import type { FormTabs } from "~/app/blocks/form/form-tabs";
import { RecordForm, type Then } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { labelOf } from "~/contract/field";
import { type EstateDetail, estate } from "~/contract/house/estate";
import { EstateCreate, EstateFields, EstateUpdate } from "~/contract/house/estate-record";
import { detailPath, editPath, listPath } from "../estate-paths";
import { estateSections } from "./estate-sections";
import { refusedContent } from "./refused-content";

interface EstateFormProps {
  record: EstateDetail | undefined;
  hasRooms: boolean;
  tabs: FormTabs;
}

/** The fields of an estate in their tabs, sent together: a new one, or one that is changed. */
export function EstateForm({ record, hasRooms, tabs }: EstateFormProps) {
  const navigate = useNavigate();
  const { run, pending } = useAct();
  const sections = useMemo(() => estateSections(record, hasRooms), [record, hasRooms]);
  const value = useMemo(() => (record ? thoughtOf(record) : {}), [record]);
  const notice = useMemo(() => refusedContent(record), [record]);
  const shared = { sections, pending };
  const around = { tabs, isLong: true, notice };
  if (!record)
    return (
      <RecordForm
        {...around}
        form={{
          ...shared,
          schema: EstateCreate,
          value,
          draft: "estate-new",
          onSubmit: (body, then) => {
            const { onSuccess, onError } = then();
            run(
              estate.create,
              { body },
              {
                success: t("已新增，请继续填写户型和图片"),
                onSuccess: (made) => {
                  onSuccess(made);
                  navigate(editPath(made.id, "rooms"), { replace: true });
                },
                onError,
              },
            );
          },
        }}
        onCancel={() => navigate(listPath)}
      />
    );
  return (
    <RecordForm
      {...around}
      form={{
        ...shared,
        schema: EstateUpdate,
        value,
        extra: { version: record.version },
        isFollowing: true,
        draft: `estate:${record.id}`,
        onSubmit: (body, then) => {
          const { onSuccess, onError } = flattened(then());
          run(
            estate.update,
            { params: { id: record.id }, body },
            {
              onSuccess: (saved) => {
                toast.success(savedText(saved));
                onSuccess(saved);
              },
              onError,
            },
          );
        },
      }}
      onCancel={() => navigate(detailPath(record.id))}
    />
  );
}

/** What the estate is thought to become: its fields, the rules among them, with what waits for its review. */
const thoughtOf = (record: EstateDetail) => ({ ...record, ...record.rules, ...record.proposed });

/** A stale version shows the present record as the form has it. */
function flattened({ onSuccess, onError }: ReturnType<Then>): ReturnType<Then> {
  const isDetail = (data: unknown): data is EstateDetail =>
    typeof data === "object" && data !== null && "rules" in data;
  const flat = (error: WriteError) => (isDetail(error.data) ? { ...error, data: thoughtOf(error.data) } : error);
  return { onSuccess, onError: (error) => onError(flat(error)) };
}

/** What is live now, and what waits for its review. */
function savedText({ proposed, review }: EstateDetail): string {
  const names = Object.keys(proposed ?? {});
  if (names.length === 0 || review?.status !== "pending") return t("已保存");
  const labels = namesOf(names.map((name) => t(labelOf(EstateFields.shape[name as keyof EstateFields], name))));
  return t("已保存；{labels}的修改已提交审核（{no}），通过前对外仍显示原内容", { labels, no: review.audit_no });
}

import { Select } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { clue } from "~/contract/clue/clue";
import { type ClueStatus, clueStatuses } from "~/contract/clue/clue-kinds";
import { mayCall } from "~/contract/endpoint";
import { inquiry } from "~/contract/inquiry/inquiry";

interface LinkChoiceProps {
  values: FormValues;
  onPick: (part: FormValues) => void;
}

export function LinkChoice(props: LinkChoiceProps) {
  const profile = useProfile();
  const { customer_id, source_type } = props.values;
  if (typeof customer_id !== "number") return null;
  return (
    <div
      className={basic.grid}
      style={{ gridTemplateColumns: "repeat(auto-fill, minmax(240px, 1fr))", gap: "14px 20px", marginTop: 14 }}
    >
      {source_type === "agent" && mayCall(profile, clue.list) ? <ClueChoice {...props} id={customer_id} /> : null}
      {mayCall(profile, inquiry.list) ? <InquiryChoice {...props} id={customer_id} /> : null}
    </div>
  );
}

const wordOf = (status: string) => t(clueStatuses[status as ClueStatus] ?? status);
const chosenOf = (value: unknown) => (typeof value === "number" ? String(value) : null);

function ClueChoice({ id, values, onPick }: LinkChoiceProps & { id: number }) {
  const estate_id = typeof values.estate_id === "number" ? values.estate_id : undefined;
  const { answer } = useCall(clue.list, { query: { customer_id: id, estate_id, page_size: 50 } });
  const rows = answer?.list ?? [];
  return (
    <Select
      label={t("关联报备")}
      withAsterisk
      required={false}
      placeholder={answer ? (rows.length ? t("请选择") : t("该客户在此楼盘没有报备")) : t("加载中")}
      disabled={rows.length === 0}
      data={rows.map(({ id: value, clue_no, agent, status }) => ({
        value: String(value),
        label: `${clue_no} · ${agent.name} · ${wordOf(status)}`,
      }))}
      value={chosenOf(values.clue_id)}
      onChange={(chosen) => onPick({ clue_id: chosen === null ? null : Number(chosen) })}
    />
  );
}

function InquiryChoice({ id, values, onPick }: LinkChoiceProps & { id: number }) {
  const { answer } = useCall(inquiry.list, { query: { customer_id: id, page_size: 50 } });
  const rows = answer?.list ?? [];
  if (rows.length === 0) return null;
  return (
    <Select
      label={t("关联询盘")}
      placeholder={t("可不选")}
      clearable
      clearButtonProps={{ "aria-label": t("清空") }}
      data={rows.map(({ id: value, inquiry_no, content }) => ({
        value: String(value),
        label: [inquiry_no, content?.slice(0, 20)].filter(Boolean).join(" · "),
      }))}
      value={chosenOf(values.inquiry_id)}
      onChange={(chosen) => onPick({ inquiry_id: chosen === null ? null : Number(chosen) })}
    />
  );
}

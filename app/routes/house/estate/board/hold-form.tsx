import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { UnitHold, type UnitRow } from "~/contract/house/unit";
import { CustomerChoice } from "./customer-choice";
import type { UnitActs } from "./use-unit-acts";

interface HoldFormProps {
  estateId: number;
  unit: UnitRow;
  most: number;
  acts: UnitActs;
}

export function HoldForm({ estateId, unit, most, acts }: HoldFormProps) {
  const [hours, setHours] = useState(String(most));
  const [customer, setCustomer] = useState<number | null>(null);
  const [wrong, setWrong] = useState<{ field: string; message: string }>();
  const errorOf = (field: string) => (wrong?.field === field ? wrong.message : undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const parsed = UnitHold.safeParse({ hours: hours.trim() === "" ? null : Number(hours), customer_id: customer });
    if (!parsed.success) return setWrong({ field: "hours", message: parsed.error.issues[0]?.message ?? "" });
    acts.hold(unit, parsed.data, setWrong);
  };
  return (
    <form onSubmit={send} className={`${basic.grid} ${basic.gap8}`}>
      <CustomerChoice
        estateId={estateId}
        value={customer}
        error={errorOf("customer_id")}
        onChange={(id) => {
          setCustomer(id);
          setWrong(undefined);
        }}
      />
      <div className={`${basic.grid} ${basic.gap8}`}>
        <TextInput
          label={t("锁定时长")}
          description={t("最长 {hours} 小时", { hours: most })}
          inputMode="numeric"
          value={hours}
          error={errorOf("hours")}
          onChange={({ currentTarget: { value } }) => {
            setHours(value);
            setWrong(undefined);
          }}
          rightSection={<small>{t("小时")}</small>}
          rightSectionWidth={48}
          rightSectionPointerEvents="none"
        />
        <Button type="submit" loading={acts.pending}>
          {t("锁定")}
        </Button>
      </div>
    </form>
  );
}

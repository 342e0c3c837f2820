import "@mantine/core/styles/Switch.css";
import { Box, Group, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { priceText } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { formatNumber } from "~/contract/decimal";
import { currencyName } from "~/contract/format";
import type { EstateDetail } from "~/contract/house/estate";
import { hasUsualCosts, usualAssessed } from "~/contract/house/property-tax";
import { purchaseOf } from "~/contract/house/purchase-cost";
import type { RoomRow } from "~/contract/house/room";
import classes from "./calculator.module.css";
import { CostResult } from "./cost-result";
import { complaintOf, fieldsOf, type PlanValues, planOf, readPlan, shortAmount } from "./plan-values";
import { UnitChoice } from "./unit-choice";

interface CalculatorProps {
  record: EstateDetail;
  rooms: readonly RoomRow[];
  chosen: { room: number; price?: string | undefined } | undefined;
}

export function Calculator({ record, rooms, chosen }: CalculatorProps) {
  const roomOf = (id: number | undefined) => rooms.find((room) => room.id === id);
  const [room, setRoom] = useState(() => roomOf(chosen?.room));
  const [values, setValues] = useState<PlanValues>(() => ({
    ...planOf(record, room),
    ...(chosen?.price === undefined ? {} : { price: shortAmount(chosen.price) }),
  }));
  // Another layout forgets the flat.
  const [turn, setTurn] = useState(0);
  const { currency, country_code: country } = record;
  const change = (part: Partial<PlanValues>) => setValues((now) => ({ ...now, ...part }));
  const choose = (next: RoomRow | undefined, price?: string) => {
    setRoom(next);
    // What is typed of loan and taxes goes for any layout.
    const { loanPercent, isFromSeller, fireInsurance, propertyTax } = values;
    const kept = { loanPercent, isFromSeller, fireInsurance, propertyTax };
    setValues({ ...planOf(record, next), ...kept, ...(price === undefined ? {} : { price }) });
  };

  const plan = readPlan(values, record, shanghaiDay());
  const input = (
    name: Exclude<keyof PlanValues, "isFromSeller">,
    label: string,
    unit: string,
    placeholder?: string,
  ) => {
    const complaint = complaintOf(name, values[name]);
    return (
      <TextInput
        key={name}
        label={label}
        inputMode="decimal"
        placeholder={placeholder}
        value={values[name]}
        error={complaint === undefined ? undefined : t(complaint)}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
        rightSection={<span className={`${basic.dim} ${basic.size13}`}>{unit}</span>}
        rightSectionWidth={52}
        rightSectionPointerEvents="none"
      />
    );
  };
  const isUsual = hasUsualCosts({ country, currency });
  return (
    <Box component="section" mt={20} pt={16} className={basic.overlined} aria-label={t("购房成本计算器")}>
      <Group component="h3" wrap="nowrap" gap={8} m="0 0 12px" fz={15}>
        {t("购房成本计算器")} <Tag>{t("仅供参考")}</Tag>
      </Group>
      <div className={classes.sides}>
        <div className={classes.inputs}>
          {rooms.length ? (
            <SelectOne
              label={t("户型")}
              data={rooms.map((one) => ({ value: String(one.id), label: `${one.name} ${priceText(one)}` }))}
              value={room ? String(room.id) : null}
              onChange={(id) => {
                setTurn(turn + 1);
                choose(roomOf(Number(id)));
              }}
              placeholder={t("不选，按总价下限")}
              clearable
            />
          ) : null}
          {record.has_units ? (
            <UnitChoice
              key={turn}
              estateId={record.id}
              onChoose={({ room_id, price }) => choose(roomOf(room_id), price)}
            />
          ) : null}
          {input("price", t("总价"), currencyName(currency))}
          {input("loanPercent", t("贷款成数"), "%")}
          {isUsual && record.purchase_costs.length === 0 ? (
            <Switch
              className={`${classes.wide} ${basic.wide}`}
              label={t("向卖方直接购买（新房），无中介费")}
              checked={values.isFromSeller}
              onChange={(event) => change({ isFromSeller: event.currentTarget.checked })}
            />
          ) : null}
          {fieldsOf(record).map(({ name, label }) =>
            input(
              name,
              t(label),
              currencyName(currency),
              name === "assessed" && plan ? t("70%：{n}", { n: formatNumber(usualAssessed(plan)) }) : undefined,
            ),
          )}
        </div>
        {plan ? (
          <CostResult result={purchaseOf(plan)} record={record} />
        ) : (
          <p role="status" className={`${basic.flat} ${basic.dim} ${basic.size13}`}>
            {t("请先改正标红的数字")}
          </p>
        )}
      </div>
    </Box>
  );
}

import { Button } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { formatInstant, instantOf } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { EditNext } from "~/app/routes/customer/quick-cells";
import { customer } from "~/contract/customer/customer";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { shanghaiDay } from "~/contract/day";
import { now } from "~/contract/now";
import { useTellRecord } from "./newest-record";
import classes from "./next-step.module.css";

const quickDays = [
  { label: "明天", days: 1 },
  { label: "3天后", days: 3 },
  { label: "下周", days: 7 },
] as const;

const weekdays = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"] as const;

export function NextStep({ record }: { record: CustomerDetail }) {
  const { run, pending } = useAct();
  const tell = useTellRecord();
  const { id, version, next_tracking_at: next, can, owner } = record;
  if (!can.edit || !owner) return null;
  const shown = formatInstant(next);
  const plan = (day: string) => {
    const next_at = instantOf(day, shown.slice(11) || "10:00");
    const success = t("下次跟进：{at}", { at: withWeekday(formatInstant(next_at)) });
    run(customer.quick, { params: { id }, body: { version, next_at } }, { success, onSuccess: tell });
  };
  const isLate = next !== null && Date.parse(next) < now();
  return (
    <section className={`${classes.next} ${basic.wrap} ${basic.gap16}`} aria-label={t("下一步")}>
      <p className={`${basic.row} ${basic.gap8} ${basic.flat} ${basic.size14}`}>
        <span className={basic.dim}>{t("下一步")}</span>
        {next ? (
          <strong className={isLate ? `${basic.bold} ${basic.late}` : basic.bold}>{withWeekday(shown)}</strong>
        ) : (
          <span className={basic.dim}>{t("未安排跟进")}</span>
        )}
        {isLate ? <Tag color="red">{t("已逾期")}</Tag> : null}
      </p>
      <div className={`${classes.quick} ${basic.flow} ${basic.gap6}`}>
        {quickDays.map(({ label, days }) => (
          <Button
            key={days}
            variant="default"
            size="compact-sm"
            disabled={pending}
            title={withWeekday(shanghaiDay(days))}
            onClick={() => plan(shanghaiDay(days))}
          >
            {t(label)}
          </Button>
        ))}
        <span className={classes.free}>
          <EditNext row={record} isButton>
            {t("选日期")}
          </EditNext>
        </span>
      </div>
    </section>
  );
}

/** 11-25 周三 10:00, of a moment or a day of Asia/Shanghai; of another year with it. */
function withWeekday(text: string): string {
  const [day = "", time = ""] = text.split(" ");
  const weekday = t(weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "");
  const short = day.slice(0, 4) === shanghaiDay().slice(0, 4) ? day.slice(5) : day;
  return [short, weekday, time].filter(Boolean).join(" ");
}

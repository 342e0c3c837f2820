import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import classes from "~/app/features/unit-board/unit-board.module.css";
import { t } from "~/app/i18n/t";
import { mostWaiting, promotedHours, type UnitRow } from "~/contract/house/unit";
import { CustomerChoice } from "./customer-choice";
import type { UnitActs } from "./use-unit-acts";

interface UnitWaitingProps {
  estateId: number;
  unit: UnitRow;
  acts: UnitActs;
}

export function UnitWaiting({ estateId, unit, acts }: UnitWaitingProps) {
  const { queue, can } = unit;
  return (
    <section className={`${basic.grid} ${basic.gap8} ${classes.waiting}`} aria-label={t("排队")}>
      {queue.length ? (
        <>
          <h4 className={`${basic.flat} ${basic.size13}`}>
            {t("排队 {count}/{most}", { count: queue.length, most: mostWaiting })}
          </h4>
          <ol className={`${basic.flat} ${basic.size13}`}>
            {queue.map(({ user, customer, at, can: may }) => (
              <li key={`${user.id}:${at}:${customer?.id}`}>
                <span>
                  {customer ? `${customer.name}（${user.name}）` : user.name}{" "}
                  <small className={`${basic.dim} ${basic.size12}`}>{formatInstant(at)}</small>
                </span>
                {may.leave && customer ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    disabled={acts.pending}
                    aria-label={t("退出排队：{name}", { name: customer.name })}
                    onClick={() => acts.leave(unit, customer.id)}
                  >
                    {t("退出排队")}
                  </Button>
                ) : null}
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {can.queue ? <JoinForm estateId={estateId} unit={unit} acts={acts} /> : null}
    </section>
  );
}

function JoinForm({ estateId, unit, acts }: UnitWaitingProps) {
  const [customer, setCustomer] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (customer === null) return setError(t("请选择客户"));
    acts.join(unit, customer, setError, () => setCustomer(null));
  };
  return (
    <form onSubmit={send} className={`${basic.grid} ${basic.gap8}`}>
      <CustomerChoice
        estateId={estateId}
        value={customer}
        error={error}
        onChange={(id) => {
          setCustomer(id);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="default" loading={acts.pending}>
        {t("加入排队")}
      </Button>
      <small className={`${basic.dim} ${basic.size12}`}>
        {t("释放后按顺序为客户锁定 {hours} 小时，并通知顾问。", { hours: promotedHours })}
      </small>
    </form>
  );
}

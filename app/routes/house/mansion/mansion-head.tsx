import { useNavigate } from "@remix-run/react";
import { Tag } from "~/app/blocks/detail/tag";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { EstateCount } from "~/app/features/estate/estate-count";
import { t } from "~/app/i18n/t";
import { type MansionDetail, mansion, mansionSources, mansionStatuses } from "~/contract/house/mansion";
import { Cover } from "./mansion-cells";
import classes from "./mansion-edit.module.css";
import { listPath } from "./mansion-paths";
import { disabling, removing } from "./mansion-questions";

const statuses: Readonly<Record<string, string>> = mansionStatuses;
const sources: Readonly<Record<string, string>> = mansionSources;

/** Which building it is, in which state, and what may be done with the whole of it. */
export function MansionHead({ record }: { record: MansionDetail }) {
  const { id, name, mansion_no, status, source, cover, estate_count, can } = record;
  const navigate = useNavigate();
  const { disable, enable, remove, dialog } = useActs();
  const input = { params: { id } };
  const leave = () => navigate(listPath, { replace: true });
  return (
    <header className={classes.head}>
      <Cover url={cover} isLarge />
      <div className={classes.title}>
        <h2>{name}</h2>
        <span className={classes.about}>
          {mansion_no}
          <Tag color={status === "enabled" ? "green" : "gray"}>{t(statuses[status] ?? status)}</Tag>
          {t("来源：{source}", { source: t(sources[source] ?? source) })}
          <span>
            {t("关联房源")} <EstateCount filter="mansion_id" id={id} estate_count={estate_count} />
          </span>
        </span>
      </div>
      <RowActions
        isTall
        about={name}
        actions={[
          can.merge && { label: t("合并"), to: `${listPath}?merge=${id}` },
          can.disable && disable(mansion.disable, input, disabling(record)),
          can.enable && enable(mansion.enable, input),
          can.delete && remove(mansion.remove, input, removing(record), { onSuccess: leave }),
        ]}
      />
      {dialog}
    </header>
  );
}

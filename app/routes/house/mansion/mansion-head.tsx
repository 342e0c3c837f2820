import { useNavigate } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { Tag } from "~/app/blocks/detail/tag";
import { useAct } from "~/app/blocks/form/use-act";
import { RowActions } from "~/app/blocks/list/row-actions";
import { t } from "~/app/i18n/t";
import { type MansionDetail, mansionSources, mansionStatuses } from "~/contract/house/mansion";
import type { AskedAct } from "./mansion-act-confirm";
import classes from "./mansion-edit.module.css";
import { Cover, EstateCount } from "./mansion-words";
import { listPath, type MansionAction } from "./mansion-writes";

const MansionActConfirm = lazy(() =>
  import("./mansion-act-confirm").then((module) => ({ default: module.MansionActConfirm })),
);

const statuses: Readonly<Record<string, string>> = mansionStatuses;
const sources: Readonly<Record<string, string>> = mansionSources;

/** Which building it is, in which state, and what may be done with the whole of it. */
export function MansionHead({ record }: { record: MansionDetail }) {
  const { id, name, mansion_no, status, source, cover, estate_count, can } = record;
  const { run } = useAct<MansionAction>();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<AskedAct>();
  return (
    <header className={classes.head}>
      <Cover url={cover} isLarge />
      <div className={classes.title}>
        <h2>{name}</h2>
        <span className={classes.about}>
          {mansion_no}
          <Tag color={status === "enabled" ? "green" : status === "merged" ? "orange" : "gray"}>
            {t(statuses[status] ?? status)}
          </Tag>
          {t("来源：{source}", { source: t(sources[source] ?? source) })}
          <span>
            {t("关联房源")} <EstateCount id={id} estate_count={estate_count} />
          </span>
        </span>
      </div>
      <RowActions
        isTall
        about={name}
        actions={[
          can.merge && { label: t("合并"), to: `${listPath}?merge=${id}` },
          can.disable && { label: t("停用"), onSelect: () => setAsked("disable") },
          can.enable && {
            label: t("启用"),
            onSelect: () => run("enable", { params: { id } }, { success: t("已启用") }),
          },
          can.delete && { label: t("删除"), isDanger: true, onSelect: () => setAsked("remove") },
        ]}
      />
      <Suspense>
        {asked ? (
          <MansionActConfirm
            act={asked}
            row={record}
            onDone={asked === "remove" ? () => navigate(listPath, { replace: true }) : undefined}
            onClose={() => setAsked(undefined)}
          />
        ) : null}
      </Suspense>
    </header>
  );
}

import { Button } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { Panel } from "~/app/blocks/detail/panel";
import { useAct } from "~/app/blocks/form/use-act";
import { Link } from "~/app/blocks/link";
import { lastPlace } from "~/app/browser/return-path";
import { useFreshAddresses } from "~/app/features/upload/use-fresh-addresses";
import { t } from "~/app/i18n/t";
import { type ApplicationDetail, mansionApplicationScreens } from "~/contract/house/mansion-application";
import { ApplicationActs } from "./application-acts";
import { ApplicationFacts } from "./application-facts";
import { ApplicationOutcome } from "./application-outcome";
import { listPath } from "./application-paths";
import { ApplicationTags } from "./application-tags";
import { Candidates } from "./candidates";
import { MansionBrief } from "./mansion-brief";
import classes from "./mansion-confirm.module.css";
import { RequestedFields } from "./requested-fields";

export const clientLoader = loaderOf(mansionApplicationScreens["/house/mansion/mansion-confirm"]);

export const clientAction = write;

export default function MansionConfirm() {
  const { record } = useLoaderData<typeof clientLoader>();
  useFreshAddresses();
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <h1>{record.application_no}</h1>
        <ApplicationTags row={record} />
        <Button component={Link} to={lastPlace(listPath)} variant="default" size="compact-sm" ml="auto">
          {t("返回列表")}
        </Button>
      </header>
      <Handling key={record.id} record={record} />
    </article>
  );
}

function Handling({ record }: { record: ApplicationDetail }) {
  const { run, pending, error } = useAct();
  const [fields, setFields] = useState(() => changedOf(record));
  const [candidate, setCandidate] = useState<number>();
  const isOpen = record.can.reject;
  return (
    <>
      {isOpen ? null : <ApplicationOutcome record={record} />}
      <div className={classes.sides}>
        <div className={classes.side}>
          <ApplicationFacts record={record} />
          <Panel title={titleOf(record)}>
            <RequestedFields
              record={record}
              chosen={fields}
              onChoose={record.can.apply && record.type === "correct" ? setFields : undefined}
              errors={error?.fields ?? []}
            />
          </Panel>
        </div>
        {record.type === "create" ? (
          isOpen && (
            <Candidates record={record} chosen={candidate} onChoose={record.can.merge ? setCandidate : undefined} />
          )
        ) : (
          <MansionBrief record={record} />
        )}
      </div>
      {isOpen ? (
        <ApplicationActs record={record} fields={fields} candidate={candidate} run={run} pending={pending} />
      ) : null}
    </>
  );
}

/** What a correction would change, as far as the building can take it. */
const changedOf = ({ fields }: ApplicationDetail): ReadonlySet<string> =>
  new Set(fields.filter(({ is_changed, is_valid }) => is_changed && is_valid).map(({ field }) => field));

function titleOf({ type }: ApplicationDetail): string {
  if (type === "correct") return t("纠错内容");
  return type === "claim" ? t("认领内容") : t("申请的楼栋");
}

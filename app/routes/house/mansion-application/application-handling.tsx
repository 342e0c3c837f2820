import { Stack } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import type { ApplicationDetail } from "~/contract/house/mansion-application";
import { ApplicationActs } from "./application-acts";
import { ApplicationFacts } from "./application-facts";
import { ApplicationOutcome } from "./application-outcome";
import { Candidates } from "./candidates";
import { MansionBrief } from "./mansion-brief";
import classes from "./mansion-confirm.module.css";
import { RequestedFields } from "./requested-fields";

interface ApplicationHandlingProps {
  record: ApplicationDetail;
  onDecided: (reply: ApplicationDetail) => void;
}

/** The request next to the present values, and the actions to decide it. Keyed by the record. */
export function ApplicationHandling({ record, onDecided }: ApplicationHandlingProps) {
  const { run, pending, error } = useAct();
  const [fields, setFields] = useState(() => changedOf(record));
  const [candidate, setCandidate] = useState<number>();
  const isOpen = record.can.reject;
  return (
    <>
      {isOpen ? null : <ApplicationOutcome record={record} />}
      <div className={`${classes.sides} ${basic.sided}`}>
        <Stack miw={0}>
          <ApplicationFacts record={record} />
          <Panel title={titleOf(record)}>
            <RequestedFields
              record={record}
              chosen={fields}
              onChoose={record.can.apply && record.type === "correct" ? setFields : undefined}
              errors={error?.fields ?? []}
            />
          </Panel>
        </Stack>
        {record.type === "create" ? (
          isOpen && (
            <Candidates record={record} chosen={candidate} onChoose={record.can.merge ? setCandidate : undefined} />
          )
        ) : (
          <MansionBrief record={record} />
        )}
      </div>
      {isOpen ? <ApplicationActs {...{ record, fields, candidate, run, pending, onDecided }} /> : null}
    </>
  );
}

/** The changes of a correction, as far as the building can take them. */
const changedOf = ({ fields }: ApplicationDetail): ReadonlySet<string> =>
  new Set(fields.filter(({ is_changed, is_valid }) => is_changed && is_valid).map(({ field }) => field));

function titleOf({ type }: ApplicationDetail): string {
  if (type === "correct") return t("纠错内容");
  return type === "claim" ? t("认领内容") : t("申请的楼栋");
}

import { Anchor, Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { Link } from "~/app/blocks/link";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { evidenceKinds, verdicts } from "~/contract/clue/clue-kinds";
import type { Sheet } from "~/contract/clue/judgement";
import classes from "./judgement-sheet.module.css";
import { countsOf, type Side } from "./sides";

export const JudgementSides = ({ sides, sheet }: { sides: readonly Side[]; sheet: Sheet }) => (
  <div className={classes.sides}>
    {sides.map(({ party, index, is, title }) => (
      <section
        key={`${party.kind}:${party.no ?? party.who}`}
        className={`${classes.side} ${basic.grid} ${basic.gap8} ${basic.sunken} ${basic.rounded}`}
        data-side={is}
        aria-label={title}
      >
        <Group component="header" gap="4px 8px" justify="space-between">
          <h3 className={`${basic.dim} ${basic.size13} ${basic.medium}`}>{title}</h3>
          {sheet.rule_result === is ? (
            <Tag color="brand">{t("规则：{verdict}", { verdict: t(verdicts[is]) })}</Tag>
          ) : null}
        </Group>
        <p className={`${basic.anywhere} ${basic.size16} ${basic.bold}`}>
          {party.who} <PartyNumber party={party} />
        </p>
        <FactList
          remedy={null}
          isNarrow
          facts={[
            { label: t("最早记录"), value: formatInstant(party.first_at) },
            { label: t("最近活动"), value: formatInstant(party.last_activity_at) },
            party.kind === "clue" && { label: t("保护期至"), value: formatInstant(party.protect_until) || t("无") },
            { label: t("到访"), value: t("{n} 次", { n: party.visits }) },
            {
              label: t("证据"),
              value:
                countsOf(sheet.timeline, index)
                  .map(([kind, count]) => `${t(evidenceKinds[kind])} ${count}`)
                  .join("、") || t("无"),
            },
          ]}
        />
      </section>
    ))}
  </div>
);

function PartyNumber({ party: { id, no, kind, is_this } }: Pick<Side, "party">) {
  if (no === null) return null;
  if (id === null || is_this) return <span className={`${basic.size13} ${basic.regular}`}>{no}</span>;
  const to = kind === "customer" ? customerPage({ id }) : `/clue/feedback?open=${id}`;
  return (
    <Anchor component={Link} to={to} className={`${basic.size13} ${basic.regular}`}>
      {no}
    </Anchor>
  );
}

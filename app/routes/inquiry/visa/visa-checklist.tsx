import { Button, Group } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconHelpCircle } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { VisaMetTag } from "~/app/features/inquiry/visa-tags";
import { t } from "~/app/i18n/t";
import { formatExact } from "~/contract/format";
import type { VisaView } from "~/contract/inquiry/visa-case";
import { visaCheckStates, visaChecks, visaDisclaimer } from "~/contract/inquiry/visa-check";
import classes from "./visa.module.css";
import { type CaseOf, noting } from "./visa-dialogs";

const icons = {
  met: [IconCircleCheck, basic.good],
  unmet: [IconCircleX, basic.late],
  unknown: [IconHelpCircle, basic.dim],
} as const;
type Check = VisaView["checks"][number];

/** 条件评估: each condition, its state, and what the house knows of it. */
export function VisaChecklist({ record, view }: CaseOf) {
  const { ask, dialog } = useActs();
  return (
    <div className={`${basic.grid} ${basic.gap12}`}>
      <Group component="p" gap="4px 10px" m={0} c="dimmed" fz={13}>
        <VisaMetTag met={view.checks.filter(({ state }) => state === "met").length} />
        <span>{t(visaDisclaimer)}</span>
      </Group>
      <ul className={`${classes.checks} ${basic.list} ${basic.grid}`} aria-label={t("条件评估")}>
        {view.checks.map((check) => (
          <CheckLine
            key={check.key}
            check={check}
            min={view.capital_min}
            onNote={view.can.edit ? () => ask(noting, { record, view, check }) : undefined}
          />
        ))}
      </ul>
      {dialog}
    </div>
  );
}

interface CheckLineProps {
  check: Check;
  min: number;
  onNote: (() => void) | undefined;
}

function CheckLine({ check: { key, state, note }, min, onNote }: CheckLineProps) {
  const [Icon, color] = icons[state];
  const label = t(visaChecks[key]);
  return (
    <li>
      <Icon size={20} stroke={1.7} aria-hidden className={`${basic.fixed} ${color}`} />
      <div className={`${classes.what} ${basic.flow} ${basic.grow} ${basic.shrinks}`}>
        <span>
          {label}
          {key === "capital" ? t("（{amount}）", { amount: formatExact(String(min), "JPY") }) : null}
        </span>
        <span className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{t(visaCheckStates[state])}</span>
        {note ? <p className={`${basic.ownLine} ${basic.flat} ${basic.lines} ${basic.size13}`}>{note}</p> : null}
      </div>
      {onNote ? (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={onNote}
          aria-label={note ? t("编辑说明：{check}", { check: label }) : t("添加说明：{check}", { check: label })}
        >
          {note ? t("编辑说明") : t("添加说明")}
        </Button>
      ) : null}
    </li>
  );
}

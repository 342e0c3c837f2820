import { Group } from "@mantine/core";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type AgentUnregisterRow, agentUnregisterChecks } from "~/contract/agent/agent-unregister";

type Checked = Pick<AgentUnregisterRow, "checks">;

/** Each check with how much of it is still open; none where nobody has looked. */
export function checksOf({ checks }: Checked): { label: string; count: number }[] {
  return Object.entries(agentUnregisterChecks).flatMap(([name, label]) => {
    const count = checks[name];
    return count === undefined ? [] : [{ label: t(label), count }];
  });
}

/** The checks in short: all passed, or which did not. */
export function ChecksTag({ row }: { row: Checked }) {
  const checks = checksOf(row);
  const open = checks.filter(({ count }) => count > 0);
  if (checks.length === 0) return "–";
  if (open.length === 0) return <Tag color="green">✓ {t("无未结业务")}</Tag>;
  return (
    <Group gap={4} component="span">
      {open.map(({ label, count }) => (
        <Tag key={label} color="red">
          ✗ {label} {count}
        </Tag>
      ))}
    </Group>
  );
}

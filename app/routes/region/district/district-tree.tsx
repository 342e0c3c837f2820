import { Button, Loader, Text, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import type { DistrictNode } from "~/contract/region/district";
import classes from "./district.module.css";
import { insidePath } from "./district-paths";
import { useNodes } from "./use-nodes";

interface DistrictTreeProps {
  country: string;
  parentId?: number;
  open: readonly number[];
  present: number | undefined;
}

export function DistrictTree({ country, parentId, open, present }: DistrictTreeProps) {
  const { nodes, hasFailed, again } = useNodes(country, parentId);
  if (hasFailed)
    return (
      <>
        <Button variant="subtle" size="compact-sm" onClick={again}>
          {t("加载失败，重试")}
        </Button>
        <BlockedHint />
      </>
    );
  if (!nodes) return <Loader size="xs" m={8} role="status" aria-label={t("加载中")} />;
  if (nodes.length === 0)
    return (
      <Text c="dimmed" fz={13} m={8}>
        {t("暂无区域")}
      </Text>
    );
  return (
    <ul className={basic.list}>
      {nodes.map((node) => (
        <Branch key={node.id} node={node} country={country} open={open} present={present} />
      ))}
    </ul>
  );
}

function Branch({ node, country, open, present }: { node: DistrictNode } & DistrictTreeProps) {
  const { id, level, name_zh, child_count, status } = node;
  // The way to what is shown is opened, and stays as one leaves it.
  const isOnWay = open.includes(id);
  const [opened, setOpened] = useState(isOnWay);
  const [wasOnWay, setWasOnWay] = useState(isOnWay);
  if (wasOnWay !== isOnWay) {
    setWasOnWay(isOnWay);
    if (isOnWay) setOpened(true);
  }
  return (
    <li>
      <div
        className={`${classes.node} ${basic.row} ${basic.size14} ${basic.sinks}`}
        data-disabled={status === "disabled" || undefined}
      >
        {child_count > 0 ? (
          <UnstyledButton
            w={24}
            h={28}
            className={`${basic.inlineRow} ${basic.centered} ${basic.fixed}`}
            aria-expanded={opened}
            aria-label={t("{name}的下级", { name: name_zh })}
            onClick={() => setOpened(!opened)}
          >
            <IconChevronRight size={14} style={{ transform: opened ? "rotate(90deg)" : undefined }} aria-hidden />
          </UnstyledButton>
        ) : (
          <span className={basic.fixed} style={{ width: 24 }} />
        )}
        <Link to={insidePath({ id, level, country_code: country })} aria-current={id === present ? "true" : undefined}>
          <span>{name_zh}</span>
          {child_count > 0 ? <span>{child_count}</span> : null}
        </Link>
      </div>
      {opened && child_count > 0 ? (
        <DistrictTree country={country} parentId={id} open={open} present={present} />
      ) : null}
    </li>
  );
}

import { Group, Text } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { Fragment } from "react";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { lastPlace } from "~/app/browser/return-path";
import { t } from "~/app/i18n/t";
import { mayOpen, screenAt } from "~/contract/screens";
import { useProfile, useTitleOf } from "../session/viewer-context";
import { usePresentTitle } from "./use-present-title";

export function Breadcrumb() {
  const { permissions } = useProfile();
  const titleOf = useTitleOf();
  const screen = screenAt(useLocation().pathname);
  const title = usePresentTitle();
  if (!screen) return null;
  return (
    <Group component="nav" aria-label={t("当前位置")} wrap="nowrap" gap={8} c="dimmed" fz={13} className={basic.cut}>
      {screen.parents.map((parent) => (
        <Fragment key={parent.path}>
          {parent.file && mayOpen(parent, permissions) ? (
            <Link to={lastPlace(parent.path)} className={`${basic.unlined} ${basic.blue}`}>
              {titleOf(parent)}
            </Link>
          ) : (
            <span>{titleOf(parent)}</span>
          )}
          <span aria-hidden>/</span>
        </Fragment>
      ))}
      <Text component="span" aria-current="page" c="var(--mantine-color-text)" fz={20} fw={600} truncate>
        {title}
      </Text>
    </Group>
  );
}

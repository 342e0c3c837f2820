import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { Thumb } from "~/app/blocks/detail/thumb";
import type { RowAction } from "~/app/blocks/row-action";
import { CopyText } from "~/app/features/contacts/contacts";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { formatPercent } from "~/contract/format";
import { type SpecialRow, specialPhases, specialTemplates } from "~/contract/special/special";
import classes from "./special.module.css";
import { spanOf } from "./special-cells";
import { wholeUrl } from "./use-special-acts";

const tones = { waiting: "gray", running: "green", ended: "gray" } as const;

export function LandingCard({ row, acts }: { row: SpecialRow; acts: readonly RowAction[] }) {
  const { name, title, cover, template, phase, conversion } = row;
  const link = wholeUrl(row);
  const figures = [
    { label: "PV", value: formatNumber(row.view_count) },
    { label: "UV", value: formatNumber(row.uv_count) },
    { label: t("询盘"), value: formatNumber(row.inquiry_count) },
    { label: t("转化率"), value: conversion === null ? "–" : formatPercent(conversion) },
  ];
  return (
    <Stack
      component="li"
      gap={0}
      bg="var(--mantine-color-body)"
      className={`${basic.bordered} ${basic.rounded} ${basic.clipped}`}
      aria-label={name}
    >
      <Thumb src={cover} width="100%" ratio="16 / 7" />
      <div className={`${basic.column} ${basic.gap8} ${basic.grow}`} style={{ padding: 14 }}>
        <Text component="h3" fz={15} fw={600} className={basic.clipped}>
          {name}
        </Text>
        <p className={`${basic.flat} ${basic.clipped} ${basic.dim} ${basic.size13}`}>{title}</p>
        <p className={`${basic.wrap} ${basic.gap6} ${basic.flat} ${basic.dim} ${basic.size13}`}>
          <Tag color={tones[phase]}>{t(specialPhases[phase])}</Tag>
          <Tag>{t(specialTemplates[template])}</Tag>
          <small>{spanOf(row)}</small>
        </p>
        <Box component="dl" m={0} fz={17} className={`${classes.figures} ${basic.facts} ${basic.gap8}`}>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd style={{ margin: 0 }}>{value}</dd>
            </div>
          ))}
        </Box>
        <Group gap={6} mt="auto" className={basic.touches}>
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noopener"
            size="compact-sm"
            variant="light"
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            {t("查看")}
          </Button>
          <CopyText text={link} label={t("复制链接")} />
          {acts.map(({ label, onSelect }) => (
            <Button key={label} size="compact-sm" variant="subtle" onClick={onSelect}>
              {label}
            </Button>
          ))}
        </Group>
      </div>
    </Stack>
  );
}

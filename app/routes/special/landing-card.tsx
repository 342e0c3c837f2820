import { Box, Button, Group, Stack } from "@mantine/core";
import { IconExternalLink, IconPhoto } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
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
      {cover ? (
        <img src={cover} alt="" loading="lazy" className={classes.cover} />
      ) : (
        <span className={classes.cover}>
          <IconPhoto size={28} stroke={1.5} aria-hidden />
        </span>
      )}
      <div className={`${classes.about} ${basic.column} ${basic.gap8} ${basic.grow}`}>
        <h3>{name}</h3>
        <p>{title}</p>
        <p className={`${basic.wrap} ${basic.gap6}`}>
          <Tag color={tones[phase]}>{t(specialPhases[phase])}</Tag>
          <Tag>{t(specialTemplates[template])}</Tag>
          <small>{spanOf(row)}</small>
        </p>
        <Box component="dl" m={0} fz={17} className={`${classes.figures} ${basic.facts} ${basic.gap8}`}>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
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

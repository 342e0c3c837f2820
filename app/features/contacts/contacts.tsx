import { Button, CopyButton, Group } from "@mantine/core";
import { IconCheck, IconCopy, IconPhone } from "@tabler/icons-react";
import type { MouseEventHandler } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import classes from "./contacts.module.css";

export const dialOf = (number: string) => `tel:${number.replace(/[^\d+]/g, "")}`;

interface PhoneLinkProps {
  number: string;
  text: string;
  isBare?: boolean | undefined;
  onClick?: MouseEventHandler;
}

export function PhoneLink({ number, text, isBare = false, onClick }: PhoneLinkProps) {
  const label = t("拨打{number}", { number: text });
  return (
    <a style={{ color: "inherit" }} href={dialOf(number)} aria-label={label} {...(onClick && { onClick })}>
      {isBare ? null : <IconPhone size={14} aria-hidden style={{ verticalAlign: "-2px" }} />} {text}
    </a>
  );
}

/** 电话 in the bar at the thumb. */
export const CallButton = ({ number, text }: { number: string; text: string }) => (
  <Button
    component="a"
    href={dialOf(number)}
    variant="default"
    size="sm"
    px={16}
    fw={500}
    leftSection={<IconPhone size={17} aria-hidden />}
    aria-label={t("拨打{number}", { number: text })}
  >
    {t("电话")}
  </Button>
);

export const CopyText = ({ text, label = t("复制{text}", { text }) }: { text: string; label?: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={copy}
        aria-label={label}
        leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      >
        {copied ? t("已复制") : t("复制")}
      </Button>
    )}
  </CopyButton>
);

export interface Contact {
  label: string;
  value: string | null;
  /** The full number, if the value can be called. */
  dial?: string;
}

export const ContactList = ({ contacts }: { contacts: readonly Contact[] }) => (
  <dl className={`${classes.list} ${basic.column} ${basic.gap12} ${basic.flat}`}>
    {contacts.map(({ label, value, dial }) =>
      value ? (
        <div key={label}>
          <dt className={`${basic.dim} ${basic.size13}`}>{t(label)}</dt>
          <Group component="dd" gap={6}>
            {dial ? <PhoneLink number={dial} text={value} /> : value}
            <CopyText text={value} />
          </Group>
        </div>
      ) : null,
    )}
  </dl>
);

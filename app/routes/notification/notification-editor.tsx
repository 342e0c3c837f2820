import { Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import basic from "~/app/basic.module.css";
import { listOf, textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { RecordForm } from "~/app/blocks/form/record-form";
import { useRecordForm } from "~/app/blocks/form/use-record-form";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { usePictureAddress } from "~/app/features/editor/picture-files";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { type ChannelState, type NotificationDetail, notification } from "~/contract/notification/notification";
import {
  type Audience,
  channelsOfAudience,
  type NotificationChannel,
  type NotificationType,
  type SendMode,
} from "~/contract/notification/notification-kinds";
import { ChannelPreview } from "./channel-preview";
import { formOf } from "./notification-form";
import classes from "./preview.module.css";

export type Next = "stay" | "test" | "send";

interface NotificationFormProps {
  record: NotificationDetail | undefined;
  channels: readonly ChannelState[];
  pending: boolean;
  onSaved: (next: Next, id: number, at: string | undefined) => void;
  onCancel: () => void;
}

export function NotificationForm({ record, channels, pending, onSaved, onCancel }: NotificationFormProps) {
  const isPhone = useIsPhone();
  const profile = useProfile();
  const [form] = useState(() => formOf(channels));
  const chosen = useRef<Next>("stay");
  const latest = useRef<FormValues>({});
  const [mode, setMode] = useState<SendMode>("now");
  const saved = (id: number, { send_mode, send_at }: FormValues) =>
    onSaved(chosen.current, id, send_mode === "now" ? undefined : textOf(send_at));
  const content = useRecordForm(form, record, {
    onCreated: ({ id }) => saved(id, latest.current),
    onUpdated: ({ id }) => saved(id, latest.current),
  });
  const ways: { next: Next; label: string }[] = [
    { next: "test", label: isPhone ? t("测试") : t("发给自己测试") },
    // A paused one goes on by 恢复.
    ...(mayCall(profile, notification.send) && record?.status !== "paused"
      ? [{ next: "send" as const, label: sendLabel(mode) }]
      : []),
  ];
  return (
    <RecordForm<z.ZodObject>
      form={{ ...content, pending: content.pending || pending, follows: (name, next) => follow(name, next) }}
      isLong
      ways={ways.map(({ label }) => label)}
      onWay={(way) => {
        chosen.current = ways[way]?.next ?? "stay";
      }}
      aside={(values) => {
        latest.current = values;
        return (
          <>
            <Told value={values.send_mode as SendMode} onChange={setMode} />
            <Preview values={values} />
          </>
        );
      }}
      onCancel={onCancel}
    />
  );

  function follow(name: string, next: unknown): FormValues | undefined {
    if (name !== "audience") return undefined;
    const reaching: readonly string[] = channelsOfAudience[next as Audience] ?? [];
    const kept = listOf(latest.current.channels).filter((one) => reaching.includes(String(one)));
    return { scope: "all", filter: "", channels: kept.length ? kept : ["inbox"] };
  }
}

const sendLabel = (mode: SendMode) => ({ now: t("发送"), scheduled: t("定时发送"), repeated: t("开始重复") })[mode];

function Told({ value, onChange }: { value: SendMode; onChange: (value: SendMode) => void }) {
  useEffect(() => onChange(value), [value, onChange]);
  return null;
}

function Preview({ values }: { values: FormValues }) {
  // A long text is not parsed again with each key.
  const [typed] = useDebouncedValue(values, 300);
  const cover = usePictureAddress(typeof typed.cover_id === "number" ? typed.cover_id : null);
  const notice = {
    title: textOf(typed.title),
    summary: textOf(typed.summary).trim() || null,
    content: textOf(typed.content),
    link_url: textOf(typed.link_url).trim() || null,
    name_fallback: textOf(typed.name_fallback).trim() || t("您"),
    type: textOf(typed.type) as NotificationType,
  };
  return (
    <Stack
      component="section"
      gap={12}
      p={16}
      className={`${classes.panel} ${basic.sunken} ${basic.rounded}`}
      aria-label={t("预览")}
    >
      <Text component="h3" fw={600}>
        {t("预览")}
      </Text>
      <ChannelPreview
        notice={notice}
        channels={listOf(typed.channels) as NotificationChannel[]}
        cover={cover ?? null}
      />
    </Stack>
  );
}

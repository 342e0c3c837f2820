import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { beforeTabEnds } from "~/app/browser/tab-end";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { now } from "~/contract/now";
import { formatInstant } from "../detail/format";
import { useLatest } from "../use-latest";
import { type Draft, draftKey, dropDraft, readDraft, writeDraft } from "./drafts";
import type { FormValues } from "./field/schema-fields";

interface Typed {
  values: FormValues;
  extra: FormValues;
  isDirty: boolean;
}

export function useDraft(draft: string | undefined, { values, extra, isDirty }: Typed, rescue?: string) {
  const { id } = useProfile();
  const name = draft ?? rescue;
  const key = name && draftKey(id, name);
  const isKept = draft !== undefined;
  const [offer, setOffer] = useState<Draft>();
  const dirty = useRef(isDirty);
  dirty.current = isDirty;

  // IndexedDB answers later, independent of the page's data.
  useEffect(() => {
    let isGone = false;
    if (key) readDraft(key).then((draft) => !isGone && setOffer(draft));
    return () => {
      isGone = true;
    };
  }, [key]);

  const keep = useLatest(() => {
    if (key && dirty.current) return writeDraft(key, { values, extra, at: now() });
  });
  // Flushed on unmount: an ended session may remove the form right after the last letter.
  const write = useDebouncedCallback(keep, { delay: 400, flushOnUnmount: true });
  // Drafts are saved automatically.
  useEffect(() => {
    if (isKept && isDirty && Object.keys(values).length) write();
  }, [isKept, isDirty, values, write]);

  // When hidden, a web view may be killed silently: the last letters are saved first.
  useEffect(() => {
    const onHidden = () => document.visibilityState === "hidden" && write.flush();
    document.addEventListener("visibilitychange", onHidden);
    return () => document.removeEventListener("visibilitychange", onHidden);
  }, [write]);

  // Another person's page must not wait for the delay.
  useEffect(() => beforeTabEnds(keep), [keep]);

  const drop = () => key && dropDraft(key);
  return {
    dirty,
    offer,
    closeOffer: () => setOffer(undefined),
    finish: () => {
      dirty.current = false;
      setOffer(undefined);
      drop();
    },
  };
}

export const DraftOffer = ({
  draft,
  onRestore,
  onDiscard,
}: {
  draft: Draft;
  onRestore: (draft: Draft) => void;
  onDiscard: () => void;
}) => (
  <Alert color="brand" icon={<IconHistory aria-hidden />} p="sm">
    <Group justify="space-between">
      <Text size="sm">{t("有 {at} 未保存的草稿", { at: formatInstant(new Date(draft.at).toISOString()) })}</Text>
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => onRestore(draft)}>
          {t("恢复草稿")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {t("丢弃")}
        </Button>
      </Group>
    </Group>
  </Alert>
);

import { Box, Button } from "@mantine/core";
import { useMemo, useState } from "react";
import basic from "~/app/basic.module.css";
import { OfflineNote } from "~/app/blocks/feedback/offline-note";
import { DraftOffer, useDraft } from "~/app/blocks/form/use-draft";
import { t } from "~/app/i18n/t";
import { CommentUpdate } from "~/contract/shared/comment";
import classes from "./comments.module.css";
import { MentionInput } from "./mention-input";
import { type Typed, toContent } from "./typed-mentions";
import type { Owner } from "./use-mentionable";

const nothing = { text: "", people: new Map<string, number>() };

interface CommentFormProps {
  owner: Owner;
  label: string;
  submitLabel: string;
  begin?: { text: string; people: Typed };
  draft: string;
  pending: boolean;
  /** It may be sent later, when there is a network again. */
  mayWait?: boolean;
  onSubmit: (content: string, done: () => void) => void;
  onCancel?: () => void;
}

export function CommentForm({ owner, label, submitLabel, begin = nothing, draft, ...form }: CommentFormProps) {
  const [{ text, people }, setTyped] = useState<{ text: string; people: Typed }>(begin);
  const [error, setError] = useState<string>();
  const isDirty = text !== begin.text;
  // The same object while the text is equal: a draft is written when it changes.
  const values = useMemo(() => ({ text }), [text]);
  const [extra, setExtra] = useState<Record<string, unknown>>({});
  const kept = useDraft(draft, { values, extra, isDirty });

  const change = (next: string, known: Typed) => {
    setTyped({ text: next, people: known });
    if (known !== people) setExtra({ people: [...known] });
    setError(undefined);
  };
  const submit = () => {
    if (form.pending) return;
    const checked = CommentUpdate.safeParse({ content: toContent(text, people) });
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    form.onSubmit(checked.data.content, () => {
      kept.finish();
      setTyped(nothing);
      setExtra({});
    });
  };

  return (
    <div className={`${basic.column} ${basic.gap8}`}>
      {form.mayWait ? <OfflineNote /> : null}
      {kept.offer && !isDirty ? (
        <DraftOffer
          draft={kept.offer}
          onRestore={({ values, extra: { people: known } }) => {
            // Written above.
            change(String(values.text ?? ""), new Map((known as [string, number][] | undefined) ?? []));
            kept.closeOffer();
          }}
          onDiscard={kept.finish}
        />
      ) : null}
      <MentionInput {...{ owner, label, text, people, error }} onChange={change} onSubmit={submit}>
        <Box component="span" className={`${basic.dim} ${basic.size12}`} visibleFrom="sm">
          {t("Ctrl+Enter {act}", { act: submitLabel })}
        </Box>
        {form.onCancel ? (
          <Button
            variant="default"
            size="compact-sm"
            className={classes.button}
            onClick={() => {
              kept.finish();
              form.onCancel?.();
            }}
          >
            {t("取消")}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          className={classes.button}
          loading={form.pending}
          disabled={!text.trim()}
          onClick={submit}
        >
          {submitLabel}
        </Button>
      </MentionInput>
    </div>
  );
}

import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { z } from "zod";
import { CallError } from "~/app/api/call-error";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection, Then } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { Reveal } from "~/contract/customer/customer";
import { type Contact, ContactList } from "./contacts";

interface RevealContactsProps<Revealed extends { left: number }> {
  about: string;
  /** The call that returns the numbers; it is logged and counted. */
  ask: (query: z.output<typeof Reveal>) => Promise<Revealed>;
  contactsOf: (revealed: Revealed) => readonly Contact[];
  /** For a page that shows them until it is left; they are stored nowhere else. */
  onRevealed?: (revealed: Revealed) => void;
  onClose: () => void;
}

const sections: FormSection<typeof Reveal>[] = [{ fields: [{ name: "reason", isWide: true }] }];

/** 查看: asks for the reason, then shows another user's full numbers and today's remaining views. Mounted while it is open. */
export function RevealContacts<Revealed extends { left: number }>(props: RevealContactsProps<Revealed>) {
  const { about, ask, contactsOf, onRevealed, onClose } = props;
  const [revealed, setRevealed] = useState<Revealed>();
  const [pending, setPending] = useState(false);
  const show = async (query: z.output<typeof Reveal>, then: Then) => {
    setPending(true);
    await ask(query).then(
      (answer) => {
        setRevealed(answer);
        onRevealed?.(answer);
      },
      // The user has seen the refusal; their input stays, and its field is marked.
      (error) => error instanceof CallError && then().onError(error),
    );
    setPending(false);
  };
  return (
    <Dialog onClose={onClose} title={t("查看完整号码")}>
      <Note mb="md">{about}</Note>
      {revealed ? (
        <>
          <ContactList contacts={contactsOf(revealed)} />
          <Group justify="space-between" mt="lg">
            <Note role="status">{t("今日还可查看 {n} 次", { n: revealed.left })}</Note>
            <Button onClick={onClose}>{t("完成")}</Button>
          </Group>
        </>
      ) : (
        <>
          <Text size="sm" mb="md">
            {t("每次查看都会记录原因，并计入今日上限。")}
          </Text>
          <LazyRecordForm
            form={{ schema: Reveal, sections, value: {}, pending, submitLabel: t("查看"), onSubmit: show }}
            onCancel={onClose}
          />
        </>
      )}
    </Dialog>
  );
}

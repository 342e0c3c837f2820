import { Alert, Button, Group, Stack, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { call } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import { DisplayChoice } from "~/app/blocks/list/list-display";
import { copyText } from "~/app/browser/copy-text";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { labelOf } from "~/contract/field";
import { longestNote, ShareCreate, share } from "~/contract/share/share";
import { estatesOf, type ShareLanguage, shareKinds, shareLanguages } from "~/contract/share/share-kinds";
import { passOn } from "./pass-on";
import type { SendSubject } from "./send-subject";
import { type Part, SentPictures } from "./sent-pictures";
import { ShareSheet } from "./share-sheet";

interface SendDialogProps {
  subject: SendSubject;
  /** The customer that it is for, where known. */
  customerId?: number | undefined;
  name: string;
  onClose: () => void;
}

const { note: noteField, customer_id } = ShareCreate.shape;

const waysOfSeveral = { estates: shareKinds.estates, compare: shareKinds.compare };

/** Several estates, few enough for one table. */
const isComparable = (subject: SendSubject): subject is SendSubject & { kind: keyof typeof waysOfSeveral } =>
  subject.kind in waysOfSeveral && (subject.estate_ids?.length ?? 0) <= estatesOf.compare.most;

/** What a client will read, and the ways to hand it to them: a link, a picture, a text. */
export function SendDialog({ subject: given, customerId, name, onClose }: SendDialogProps) {
  const profile = useProfile();
  const [subject, setSubject] = useState(given);
  const [language, setLanguage] = useState<ShareLanguage>("zh");
  const [customer, setCustomer] = useState(customerId);
  const [note, setNote] = useState("");
  const [pending, setPending] = useState<"link" | "picture">();
  const [last, setLast] = useState<{ of: string; text: string; url: string }>();
  const [pictures, setPictures] = useState<readonly Part[]>();
  const sheet = useRef<HTMLDivElement>(null);
  const preview = useCall(share.preview, { body: { ...subject, language } });
  const mayLink = mayCall(profile, share.create);
  const body = { ...subject, language, note: note || null, customer_id: customer ?? null };
  // Its address is answered once, and is of what was asked for then.
  const of = JSON.stringify(body);
  const made = last?.of === of ? last : undefined;

  async function act(kind: "link" | "picture", run: () => Promise<void>): Promise<void> {
    setPending(kind);
    // `call` has shown what went wrong.
    await run().catch(() => undefined);
    setPending(undefined);
  }
  const sendLink = () =>
    act("link", async () => {
      const link = made ?? { ...(await call(share.create, { body })), of };
      setLast(link);
      await passOn({ title: name, text: link.text, url: link.url });
    });
  const sendPicture = () =>
    act("picture", async () => {
      if (!sheet.current) return;
      const { drawPictures } = await import("./draw-pictures");
      const drawn = await drawPictures(sheet.current, name).catch(() => undefined);
      if (drawn) setPictures(drawn);
      else toast.error(t("图片生成失败，请重试"));
    });
  const copy = async (text: string) =>
    (await copyText(text)) ? toast.success(t("已复制")) : toast.warning(t("浏览器不允许复制，请手动选择文字"));
  return (
    <SideDrawer onClose={onClose} title={t("发送{name}", { name })}>
      <AsyncPart {...preview}>
        {({ content, text, url, link_blocked }) => (
          <Stack gap="md">
            <Group gap="xs">
              <DisplayChoice displays={shareLanguages} present={language} choose={setLanguage} />
              {isComparable(subject) ? (
                <DisplayChoice
                  displays={waysOfSeveral}
                  present={subject.kind}
                  choose={(kind) => setSubject({ ...subject, kind })}
                />
              ) : null}
            </Group>
            {mayLink ? (
              <RemoteSelect
                scene="customers"
                value={customer ? [customer] : []}
                onChange={([id]) => setCustomer(id)}
                input={{ label: t(labelOf(customer_id, "customer_id")), placeholder: t("可不填") }}
              />
            ) : null}
            <Textarea
              label={t(labelOf(noteField, "note"))}
              description={t("客户能看到")}
              maxLength={longestNote}
              autosize
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            {mayLink && link_blocked ? <Alert color="gray">{t(link_blocked)}</Alert> : null}
            <Group gap="xs" grow>
              {mayLink ? (
                <Button loading={pending === "link"} disabled={link_blocked !== null} onClick={sendLink}>
                  {t("发送链接")}
                </Button>
              ) : null}
              <Button variant="default" loading={pending === "picture"} onClick={sendPicture}>
                {t("发送图片")}
              </Button>
              <Button variant="default" onClick={() => copy([note, text, url].filter(Boolean).join("\n"))}>
                {t("复制文字")}
              </Button>
            </Group>
            {made ? (
              <Textarea label={t("链接只显示这一次")} value={made.text} readOnly autosize data-autofocus />
            ) : null}
            <div ref={sheet}>
              <ShareSheet content={{ ...content, note: note || null }} />
            </div>
          </Stack>
        )}
      </AsyncPart>
      {pictures ? <SentPictures parts={pictures} onClose={() => setPictures(undefined)} /> : null}
    </SideDrawer>
  );
}

import { Checkbox, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { user } from "~/contract/personal/user";
import {
  channelsOf,
  type MessageCategory,
  type MessageChannel,
  messageCategories,
  messageChannels,
} from "~/contract/shared/message-category";
import classes from "./personal.module.css";

const categories = Object.keys(messageCategories) as MessageCategory[];
const channels = Object.keys(messageChannels) as MessageChannel[];

export function NotifyChoices() {
  const { bindings } = useProfile();
  const unbound = channels.filter((channel) => channel !== "inbox" && !bindings[channel]);
  return (
    <>
      {categories.map((category) => (
        <CategoryRow key={category} category={category} />
      ))}
      <Text c="dimmed" fz={13} mt={12}>
        {t("未选站内信的消息不计入未读，仍可在消息中查看。")}
        {unbound.length
          ? t("{channels}绑定后才会收到消息。", {
              channels: unbound.map((channel) => t(messageChannels[channel])).join("、"),
            })
          : null}
      </Text>
    </>
  );
}

function CategoryRow({ category }: { category: MessageCategory }) {
  const { preferences } = useProfile();
  const { run, pending } = useAct();
  const [wanted, setWanted] = useState<readonly MessageChannel[]>();
  const chosen = wanted ?? channelsOf(preferences.notify, category);

  function toggle(channel: MessageChannel) {
    // One at a time: the next click goes out from what the one before has left.
    if (pending) return;
    const next = channels.filter((one) => chosen.includes(one) !== (one === channel));
    setWanted(next);
    const body = { preferences: { notify: { [category]: next } } };
    run(user.update, { body }, { success: t("已保存"), onError: () => setWanted(undefined) });
  }

  const label = t(messageCategories[category]);
  return (
    <fieldset className={`${classes.category} ${basic.bare}`} aria-busy={pending}>
      <legend>{label}</legend>
      {channels.map((channel) => (
        <Checkbox
          key={channel}
          label={t(messageChannels[channel])}
          checked={chosen.includes(channel)}
          onChange={() => toggle(channel)}
        />
      ))}
    </fieldset>
  );
}

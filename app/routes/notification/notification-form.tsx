import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormSection } from "~/app/blocks/form/form-entry";
import { recordForm } from "~/app/blocks/form/use-record-form";
import { withoutAddresses } from "~/app/features/editor/picture-files";
import { t } from "~/app/i18n/t";
import {
  type ChannelState,
  type NotificationDetail,
  type NotificationFields,
  type namedBy,
  notification,
} from "~/contract/notification/notification";
import { scopeIn } from "./aim";
import { AudienceSize, ScopeChoice } from "./audience-part";
import { ChannelChoice } from "./channel-choice";

type Sections = readonly FormSection<typeof NotificationFields>[];

const repeats = ({ send_mode }: FormValues) => send_mode === "repeated";
const goesBy = (scope: string) => (values: FormValues) => scopeIn(values).scope === scope;
const names = (audience: keyof typeof namedBy) => (values: FormValues) =>
  scopeIn(values).scope === "custom" && scopeIn(values).audience === audience;

const coverOf = (record: NotificationDetail | undefined) =>
  record?.cover && record.cover_id
    ? [{ id: record.cover_id, name: record.title, url: record.cover, mime: "image/jpeg" }]
    : [];

const sections = (record: NotificationDetail | undefined, states: readonly ChannelState[]): Sections => [
  {
    title: "内容",
    fields: [
      { name: "title", isWide: true },
      "type",
      "is_top",
      "summary",
      "content",
      { name: "cover_id", media: { scene: "cover", known: coverOf(record) } },
      { name: "link_url", isWide: true },
      "name_fallback",
    ],
  },
  {
    title: "受众",
    fields: [
      { name: "audience", inSight: true, isWide: true },
      { name: "scope", isUnseen: true },
    ],
    below: (values, form) => <ScopeChoice {...{ values, form }} />,
  },
  {
    fields: [
      { name: "role_ids", when: goesBy("role"), isWide: true },
      { name: "team_ids", when: goesBy("team"), isWide: true },
      { name: "agent_levels", when: goesBy("agent_level"), isWide: true },
      { name: "countries", when: goesBy("country"), isWide: true },
      { name: "staff_ids", when: names("staff"), isWide: true },
      { name: "agent_ids", when: names("agent"), isWide: true },
      { name: "user_ids", when: names("user"), isWide: true },
      { name: "filter", when: goesBy("filter"), isUnseen: true },
    ],
    below: (values, form) => <AudienceSize {...{ values, form }} />,
  },
  {
    title: "渠道与时间",
    fields: [{ name: "channels", isUnseen: true }],
    below: (values, form) => <ChannelChoice {...{ values, form, states }} />,
  },
  {
    fields: [
      { name: "send_mode", inSight: true },
      {
        name: "send_at",
        when: ({ send_mode }) => send_mode !== "now",
        note: ({ send_mode }) =>
          send_mode === "repeated"
            ? t("首次发送，北京时间；以后按它的时刻、星期或日期重复，每次按当时的受众发送")
            : t("北京时间；到时按当时的受众发送"),
      },
      { name: "repeat", when: repeats },
      { name: "repeat_until", when: repeats, note: () => t("留空则不限；含当天") },
      { name: "repeat_count", when: repeats, note: () => t("留空则不限") },
    ],
  },
];

export const formOf = (states: readonly ChannelState[]) =>
  recordForm({
    create: notification.create,
    update: notification.update,
    sections: (record: NotificationDetail | undefined) => sections(record, states),
    begin: {
      type: "system",
      is_top: false,
      audience: "staff",
      scope: "all",
      channels: ["inbox"],
      send_mode: "now",
      name_fallback: "您",
    },
    values: (record) => ({ ...record, content: withoutAddresses(record.content) }),
    draft: "notification",
    success: (record) => (record ? t("已保存") : t("已存为草稿")),
    submitLabel: "存草稿",
  });

import { Stack } from "@mantine/core";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type CalendarEntry, calendarEvents, contentCalendar } from "~/contract/content/content-calendar";
import { contentKinds } from "~/contract/content/content-kinds";
import { contentForm } from "~/contract/content/content-screens";
import { listedStatuses } from "~/contract/content/publishing";

export const moveForm = actDialog({
  endpoint: contentCalendar.move,
  fields: [{ name: "at" }],
  about: ({ title, event }: CalendarEntry) => t("《{title}》的{event}时间", { title, event: t(calendarEvents[event]) }),
  // What only happened cannot be moved, and has no such form.
  input: ({ kind, id, event, version }) => ({
    body: { kind, id, version, event: event === "end" ? ("end" as const) : ("publish" as const) },
  }),
  value: ({ at }) => ({ at }),
  success: () => t("已改时间"),
  submitLabel: "改时间",
});

interface EntryDialogProps {
  entry: CalendarEntry;
  onMove: () => void;
  onClose: () => void;
}

export function EntryDialog({ entry, onMove, onClose }: EntryDialogProps) {
  const { kind, id, title, event, at, state, can } = entry;
  const isPhone = useIsPhone();
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack gap="lg">
        <FactList
          facts={[
            { label: t("类型"), value: t(contentKinds[kind]) },
            { label: t("状态"), value: t(listedStatuses[state]) },
            { label: t("{event}时间", { event: t(calendarEvents[event]) }), value: formatInstant(at) },
          ]}
        />
        <RowActions
          isTall
          about={title}
          actions={[
            can.move && { label: t("改时间"), onSelect: onMove },
            // Formatted texts are written on the desktop (domain D.0).
            can.edit && !isPhone && { label: t("编辑"), to: contentForm(kind, id) },
          ]}
        />
      </Stack>
    </Dialog>
  );
}

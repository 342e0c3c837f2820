import { Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { usePreview } from "~/app/features/album/use-preview";
import { t } from "~/app/i18n/t";
import type { AuditRoom } from "~/contract/house/estate-audit";
import { AuditPictureFrame, entriesOf } from "./audit-picture-frame";
import { ComparedFields } from "./compared-fields";
import { KindTag } from "./kind-tag";
import classes from "./reviewed-content.module.css";

interface ReviewedRoomsProps {
  rooms: readonly AuditRoom[];
  isCompared: boolean;
}

/** Rooms with their plans, former and new plan side by side. */
export function ReviewedRooms({ rooms, isCompared }: ReviewedRoomsProps) {
  const { open, preview } = usePreview(entriesOf(rooms.flatMap(({ plan_before, plan }) => [plan_before, plan])));
  return (
    <Panel title={t("户型 {n}", { n: rooms.length })}>
      {rooms.map(({ id, name, kind, fields, plan_before, plan }) => (
        <section key={id} className={classes.room} aria-label={name}>
          <Group component="h3" wrap="nowrap" gap={8} m="0 0 8px" fz={15} fw={600}>
            {name} <KindTag kind={kind} />
          </Group>
          <div
            className={`${basic.columns} ${basic.gap16} ${basic.top}`}
            style={{ "--columns": "minmax(0, 1fr) auto" }}
          >
            <ComparedFields
              fields={isCompared && kind === "changed" ? fields.filter(({ is_changed }) => is_changed) : fields}
              isCompared={isCompared && kind === "changed"}
            />
            <div className={`${classes.plans} ${basic.flex} ${basic.gap8}`}>
              {[plan_before, plan].map((one) =>
                one ? <AuditPictureFrame key={one.media_id} picture={one} onOpen={open} /> : null,
              )}
            </div>
          </div>
        </section>
      ))}
      {preview}
    </Panel>
  );
}

import { Box } from "@mantine/core";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { Value } from "~/app/blocks/detail/value";
import { TextLink } from "~/app/blocks/text-link";
import { Pictures } from "~/app/features/album/pictures";
import { dealPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import { EstateLinks } from "~/app/routes/customer/estate-links";
import { Entry } from "~/app/routes/customer/page/timeline/entry";
import classes from "~/app/routes/customer/page/timeline/timeline.module.css";
import { levels, stages } from "~/contract/customer/customer-record";
import { type TrackingRow, trackingTypes } from "~/contract/customer/tracking";

interface TrackingEntryProps {
  row: TrackingRow;
  onEdit: () => void;
  onRemove: () => void;
}

export function TrackingEntry({ row, onEdit, onRemove }: TrackingEntryProps) {
  const moves = [
    row.stage_after && row.stage_after !== row.stage_before
      ? t(stages[row.stage_after as keyof typeof stages])
      : undefined,
    row.level_after && row.level_after !== row.level_before
      ? t(levels[row.level_after as keyof typeof levels])
      : undefined,
  ].filter(Boolean);
  return (
    <Entry
      kind="tracking"
      at={row.tracked_at}
      what={
        <>
          <Tag color="cyan">{t(trackingTypes[row.type as keyof typeof trackingTypes] ?? row.type)}</Tag>
          {row.result ? (
            <Tag>
              <Value field={{ scene: "tracking_result" }} value={row.result} />
            </Tag>
          ) : null}
          {row.is_valid ? null : <Tag>{t("非有效跟进")}</Tag>}
        </>
      }
      who={row.user.name}
      about={t("{at} 的跟进", { at: formatInstant(row.tracked_at) })}
      actions={[
        row.can.edit && { label: t("编辑"), onSelect: onEdit },
        row.can.delete && { label: t("删除"), isDanger: true, onSelect: onRemove },
      ]}
    >
      <p className={classes.text}>{row.content}</p>
      {row.estates.length || row.clue || row.deal ? (
        <p className={classes.more}>
          {row.estates.length ? (
            <span>
              {t("涉及房源")} <EstateLinks estates={row.estates} />
            </span>
          ) : null}
          {row.clue ? (
            <span>
              {t("报备")} <TextLink to={`/clue/feedback?open=${row.clue.id}`}>{row.clue.name}</TextLink>
            </span>
          ) : null}
          {row.deal ? (
            <span>
              {t("成交")} <TextLink to={dealPath(row.deal.id)}>{row.deal.name}</TextLink>
            </span>
          ) : null}
        </p>
      ) : null}
      {row.media.length ? (
        <Box mt={8}>
          <Pictures pictures={row.media} />
        </Box>
      ) : null}
      {moves.length || row.next_at || row.duration_min ? (
        <p className={classes.more}>
          {moves.length ? <span>{t("更新为：{moves}", { moves: moves.join("、") })}</span> : null}
          {row.duration_min ? <span>{t("时长 {minutes} 分钟", { minutes: row.duration_min })}</span> : null}
          {row.next_at ? <span>{t("下次跟进 {at}", { at: formatInstant(row.next_at) })}</span> : null}
        </p>
      ) : null}
    </Entry>
  );
}

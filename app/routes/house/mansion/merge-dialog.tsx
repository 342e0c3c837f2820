import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { mansion, type SimilarMansion } from "~/contract/house/mansion";
import classes from "./merge-dialog.module.css";
import type { MergeSide } from "./merge-loader";
import { MergeSides } from "./merge-sides";
import { MergeTarget } from "./merge-target";

interface MergeDialogProps {
  source: MergeSide;
  target: MergeSide | undefined;
  similar: readonly SimilarMansion[];
  onChoose: (source: number, target?: number) => void;
  onMerged: (target: number) => void;
  onClose: () => void;
}

export function MergeDialog({ source, target, similar, onChoose, onMerged, onClose }: MergeDialogProps) {
  const isPhone = useIsPhone();
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      fullScreen={isPhone}
      title={t("合并楼栋 {name}（{no}）", { name: source.record.name, no: source.record.mansion_no })}
    >
      {target ? (
        <Compared source={source} target={target} onChoose={onChoose} onMerged={onMerged} onClose={onClose} />
      ) : (
        <MergeTarget
          source={source.record}
          similar={similar}
          onChoose={(id) => onChoose(source.record.id, id)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type ComparedProps = Omit<MergeDialogProps, "similar" | "target"> & { target: MergeSide };

function Compared({ source, target, onChoose, onMerged, onClose }: ComparedProps) {
  const { run, pending } = useAct();
  const [from, into] = [source.record, target.record];
  const refusal = refusalOf(source, target);
  const merge = () =>
    run(
      mansion.merge,
      { params: { id: from.id }, body: { into_id: into.id, version: from.version } },
      {
        success: t("已并入 {name}（{no}）", { name: into.name, no: into.mansion_no }),
        onSuccess: () => onMerged(into.id),
      },
    );
  return (
    <>
      <Group gap="xs" mb="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowsExchange size={14} aria-hidden />}
          disabled={pending}
          onClick={() => onChoose(into.id, from.id)}
        >
          {t("交换方向")}
        </Button>
        <Button variant="default" size="xs" disabled={pending} onClick={() => onChoose(from.id)}>
          {t("换一个目标")}
        </Button>
      </Group>
      <MergeSides source={source} target={target} />
      <div className={`${classes.foot} ${basic.column} ${basic.gap12}`}>
        <Alert color={refusal ? "orange" : "red"} variant="outline" p="sm">
          {refusal ??
            t(
              "{from}（{fromNo}）将并入 {into}（{intoNo}）：{moved}来源的名称成为目标的别名，目标为空的资料由来源补充，其余以目标为准。合并后不能恢复。",
              {
                from: from.name,
                fromNo: from.mansion_no,
                into: into.name,
                intoNo: into.mansion_no,
                moved: movedOf(source),
              },
            )}
        </Alert>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("取消")}
          </Button>
          <Button color="red.9" loading={pending} disabled={refusal !== undefined} onClick={merge}>
            {t("合并")}
          </Button>
        </Group>
      </div>
    </>
  );
}

function movedOf({ record, pictures }: MergeSide): string {
  const counts = [
    pictures.length ? t("相册{n}项", { n: pictures.length }) : "",
    record.application_count ? t("申请{n}条", { n: record.application_count }) : "",
    record.owner_count ? t("已认领业主{n}位", { n: record.owner_count }) : "",
    record.estate_count ? t("关联房源{n}个", { n: record.estate_count }) : "",
  ].filter(Boolean);
  return counts.length ? t("{counts}转到目标，", { counts: counts.join("、") }) : "";
}

function refusalOf({ record: source }: MergeSide, { record: target }: MergeSide): string | undefined {
  for (const { name, can } of [source, target]) if (!can.merge) return t("{name}不是启用状态，不能合并。", { name });
  return source.country_code === target.country_code ? undefined : t("两个楼栋不在同一国家/地区，不能合并。");
}

import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { type AppVersionRow, appPlatforms } from "~/contract/system/app-version";
import type { AppVersionAction } from "./app-version-writes";

/** What is asked about which version. */
export interface AskedAct {
  act: "release" | "withdraw" | "remove";
  row: AppVersionRow;
}

/** Asks before a version is given out, taken back, or a draft is deleted. */
export function AppVersionConfirm({ act, row, onClose }: AskedAct & { onClose: () => void }) {
  const { run, pending } = useAct<AppVersionAction>();
  const { success, ...shown } = wordsOf(act, row);
  return (
    <Confirm
      {...shown}
      isDanger={act !== "release"}
      pending={pending}
      onConfirm={() => run(act, { params: { id: row.id } }, { success, onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function wordsOf(act: AskedAct["act"], row: AppVersionRow) {
  const name = `${t(appPlatforms[row.platform as keyof typeof appPlatforms])} ${row.version}`; // written out of the contract
  const { build, gray_percent } = row;
  if (act === "release")
    return {
      title: t("发布APP版本"),
      text: t("{name}（Build {build}）将向 {gray_percent}% 的设备发布，发布后不能再编辑。", {
        name,
        build,
        gray_percent,
      }),
      confirmLabel: t("发布"),
      success: t("已发布"),
    };
  if (act === "withdraw")
    return {
      title: t("撤回APP版本"),
      text: t("{name}（Build {build}）撤回后不再向设备推送，不能恢复；已安装的不受影响。", { name, build }),
      confirmLabel: t("撤回"),
      success: t("已撤回"),
    };
  return {
    title: t("删除APP版本"),
    text: t("确定删除草稿 {name}（Build {build}）？安装包一并删除。", { name, build }),
    confirmLabel: t("删除"),
    success: t("已删除"),
  };
}

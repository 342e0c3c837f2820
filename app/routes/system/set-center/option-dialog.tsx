import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActForm } from "~/app/blocks/form/act-form";
import type { FormEntry } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { dictionaryScenes } from "~/contract/shared/option";
import { OptionCreate, OptionUpdate } from "~/contract/system/option-entry";
import type { OptionAsked } from "./option-writes";
import { type OptionAction, renewOptions } from "./option-writes";

const Create = OptionCreate.omit({ scene: true });
const create: FormEntry<typeof Create>[] = ["label", "value", "color", "sort", "status"];
const edit: FormEntry<typeof OptionUpdate>[] = ["label", "color", "sort", "status"];

interface OptionDialogProps {
  asked: OptionAsked;
  scene: keyof typeof dictionaryScenes;
  onClose: () => void;
}

/** A new entry of the dictionary, one to change, or one to remove. */
export function OptionDialog({ asked, scene, onClose }: OptionDialogProps) {
  const { run, pending } = useAct<OptionAction>();
  const about = t(dictionaryScenes[scene]);
  const done = () => {
    renewOptions(scene);
    onClose();
  };
  if (asked.act === "add")
    return (
      <ActForm
        title={t("新增字典项")}
        about={about}
        schema={Create}
        fields={create}
        draft={`option-new:${scene}`}
        pending={pending}
        submitLabel={t("保存")}
        onSubmit={(body, then) =>
          run("createOption", { body: { ...body, scene } }, { success: t("已新增"), ...then(done) })
        }
        onClose={onClose}
      />
    );
  const { row } = asked;
  const params = { id: row.id };
  if (asked.act === "edit")
    return (
      <ActForm
        title={t("编辑字典项")}
        about={t("{scene}：{value}。名称修改后，已有记录一并显示新名称。", { scene: about, value: row.value })}
        schema={OptionUpdate}
        fields={edit}
        value={row}
        pending={pending}
        submitLabel={t("保存")}
        onSubmit={(body, then) => run("updateOption", { params, body }, { success: t("已保存"), ...then(done) })}
        onClose={onClose}
      />
    );
  return (
    <Confirm
      title={t("删除字典项")}
      text={t("删除{scene}中的“{name}”？有记录使用的不能删除，可停用。", { scene: about, name: row.label })}
      confirmLabel={t("删除")}
      pending={pending}
      onConfirm={() =>
        run(
          "removeOption",
          { params },
          { success: t("已删除{name}", { name: row.label }), onSuccess: done, onError: onClose },
        )
      }
      onClose={onClose}
    />
  );
}

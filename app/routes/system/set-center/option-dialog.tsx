import { useState } from "react";
import { RecordDialog, recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { dictionaryScenes } from "~/contract/shared/option";
import { type OptionRow, optionEntry } from "~/contract/system/option-entry";
import { renewOptions } from "./renew-options";

type DictionaryScene = keyof typeof dictionaryScenes;

interface OptionDialogProps {
  scene: DictionaryScene;
  row: OptionRow | undefined;
  onClose: () => void;
}

export function OptionDialog({ scene, row, onClose }: OptionDialogProps) {
  const [form] = useState(() => optionForm(scene));
  const close = () => {
    renewOptions(scene);
    onClose();
  };
  return <RecordDialog form={form} record={row} onClose={close} />;
}

const optionForm = (scene: DictionaryScene) =>
  recordDialog({
    create: optionEntry.create,
    update: optionEntry.update,
    size: "md",
    about: (row?: OptionRow) =>
      row
        ? t("{scene}：{value}。名称修改后，已有记录一并显示新名称。", {
            scene: t(dictionaryScenes[scene]),
            value: row.value,
          })
        : t(dictionaryScenes[scene]),
    draft: (row) => (row ? undefined : `option-new:${scene}`),
    begin: { scene },
    sections: (row) =>
      row
        ? [{ fields: ["label", "color", "sort", "status"] }]
        : [{ fields: ["label", "value", "color", "sort", "status"] }],
    submitLabel: "保存",
  });

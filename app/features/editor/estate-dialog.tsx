import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import { t } from "~/app/i18n/t";

export function EstateDialog({ onInsert, onClose }: { onInsert: (id: number) => void; onClose: () => void }) {
  const [value, setValue] = useState<readonly number[]>([]);
  const [id] = value;
  return (
    <Dialog title={t("插入房源卡片")} onClose={onClose}>
      <RemoteSelect
        scene="estates"
        value={value}
        onChange={setValue}
        input={{ label: t("房源"), placeholder: t("输入名称或编号搜索") }}
      />
      <DialogFoot mt="lg" onClose={onClose}>
        <Button disabled={!id} onClick={() => id && onInsert(id)}>
          {t("插入")}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

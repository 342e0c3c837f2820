import { toast } from "~/app/api/toast";
import { ActDialog, actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import type { EstateRow } from "~/contract/house/estate";
import { special } from "~/contract/special/special";

const adding = actDialog({
  endpoint: special.addEstates,
  about: ({ name, estate_no: no }: EstateRow) => t("{name}（{no}）排在专题已有的房源之后。", { name, no }),
  fields: ["special_id"],
  input: ({ id }: EstateRow) => ({ body: { estate_ids: [id] } }),
  submitLabel: "加入",
});

/** 加入专题: puts an estate on a special page, which says where it now waits. */
export const AddToSpecial = ({ row, onClose }: { row: EstateRow; onClose: () => void }) => (
  <ActDialog
    form={adding}
    of={row}
    onDone={({ title, added, is_draft }) => {
      const words = { name: row.name, title };
      if (added === 0) toast.success(t("“{title}”已有{name}", words));
      else
        toast.success(
          is_draft ? t("{name}已加入“{title}”的修改稿，发布后公开", words) : t("{name}已加入“{title}”", words),
        );
      onClose();
    }}
    onClose={onClose}
  />
);

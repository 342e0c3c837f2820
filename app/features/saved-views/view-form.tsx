import { useState } from "react";
import type { z } from "zod";
import { ActForm } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import { ViewNaming } from "~/contract/personal/user";

type Naming = z.output<typeof ViewNaming>;

interface ViewFormProps {
  title: string;
  value?: Naming;
  taken: readonly string[];
  pending: boolean;
  onSubmit: (naming: Naming) => void;
  onClose: () => void;
}

export function ViewForm({ title, value, taken, pending, onSubmit, onClose }: ViewFormProps) {
  const [schema] = useState(() =>
    ViewNaming.refine(({ name }) => !taken.includes(name), { path: ["name"], message: t("已有同名视图") }),
  );
  return (
    <ActForm
      title={title}
      about={t("保存当前的筛选、排序和列，之后一次点击即可回到这里。")}
      form={{ schema, fields: ["name", "shared"], value, pending, submitLabel: t("保存"), onSubmit }}
      onClose={onClose}
    />
  );
}

import { formatInstant } from "~/app/blocks/detail/format";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import type { Acts } from "~/app/blocks/form/act/use-acts";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import type { ContentKindOf, LifeRow } from "./content-kind";

type Piece = Pick<LifeRow, "id" | "version" | "title">;

/** The forms of a second person's approval (domain C.7): made once for a kind. */
export const reviewForms = ({ endpoints }: ContentKindOf) => ({
  submit: actDialog({
    endpoint: endpoints.submit,
    fields: [{ name: "publish_at" }],
    about: ({ title }: Piece) =>
      t("《{title}》由其他有发布权限的同事审核，通过后发布；在此期间修改会撤回审核。", { title }),
    input: ({ id, version }) => ({ params: { id }, body: { version } }),
    success: () => t("已提交审核"),
    submitLabel: "提交审核",
  }),
  sendBack: actDialog({
    endpoint: endpoints.sendBack,
    fields: [{ name: "reason" }],
    about: ({ title }: LifeRow) => t("《{title}》退回给提交人，修改后可以再次提交。", { title }),
    input: ({ id, approval }) => ({ params: { id }, body: { version: approval?.version ?? 0 } }),
    success: () => t("已退回"),
    submitLabel: "退回",
  }),
});

/** What may be done with what waits, or hands it in; a form hands in by its own ways, after it has saved. */
export function reviewActs(
  { form, afterQuestion, atOnce }: Pick<Acts, "form" | "afterQuestion" | "atOnce">,
  { endpoints }: ContentKindOf,
  forms: ReturnType<typeof reviewForms>,
  row: LifeRow,
  isInForm: boolean,
): (RowAction | false)[] {
  const { id, can, blocked, approval } = row;
  const input = { params: { id }, body: { version: approval?.version ?? 0 } };
  return [
    !isInForm && can.submit && form(forms.submit, row, { blocked: blocked.publish }),
    can.review && afterQuestion(endpoints.approve, input, approving(row)),
    can.review && form(forms.sendBack, row),
    can.withdraw && atOnce(t("撤回审核"), endpoints.withdraw, input, { success: t("已撤回审核") }),
  ];
}

function approving({ title, approval }: LifeRow) {
  const at = approval?.publish_at ?? "";
  const texts = {
    publish: t("《{title}》通过后立即对外可见。", { title }),
    schedule: t("《{title}》通过后于{at}对外可见。", { title, at: formatInstant(at) }),
    draft: t("《{title}》的修改稿通过后立即替换公开的内容。", { title }),
  };
  return { text: texts[approval?.act ?? "publish"], confirmLabel: t("通过"), isDanger: false, success: t("已通过") };
}

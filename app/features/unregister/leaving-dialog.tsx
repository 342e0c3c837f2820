import "@mantine/core/styles/Alert.css";
import { Alert, Stack } from "@mantine/core";
import { type ComponentProps, type ReactNode, useState } from "react";
import type { z } from "zod";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { Dialog, DialogClose } from "~/app/blocks/feedback/dialog";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection, Then } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import type { UnregisterReview } from "~/contract/customer/unregister";
import classes from "./checks-list.module.css";
import { type ChecksProps, checksOf } from "./checks-tag";

const hasOpenChecks = (checks: ChecksProps["checks"]): boolean => Object.values(checks).some((count) => count > 0);

function ChecksList(props: ChecksProps) {
  const checks = checksOf(props);
  if (checks.length === 0) return null;
  return (
    <section aria-label={t("检查项")}>
      <ul className={`${classes.checks} ${basic.list} ${basic.grid} ${basic.size14}`}>
        {checks.map(({ label, count }) => (
          <li key={label} data-open={count > 0 || undefined}>
            {count > 0 ? t("✗ {label} {count} 项", { label, count }) : t("✓ 无{label}", { label })}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReviewProps extends ChecksProps {
  schema: typeof UnregisterReview;
  mayForce: boolean;
  warning?: string;
  pending: boolean;
  onDecide: (review: z.output<typeof UnregisterReview>, then: Then) => void;
  onClose: () => void;
}

interface LeavingDialogProps extends ReviewProps {
  title: string;
  facts: ComponentProps<typeof FactList>["facts"];
  isReview: boolean;
  progress: ReactNode;
}

/** A request to leave: what is still open, and the decision if it is due. */
export function LeavingDialog({ title, facts, isReview, progress, ...review }: LeavingDialogProps) {
  const { checks, labels, onClose } = review;
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack gap="lg">
        {isReview ? progress : null}
        <FactList facts={facts} />
        <ChecksList checks={checks} labels={labels} />
        {isReview ? <Review {...review} /> : <DialogClose onClose={onClose} />}
      </Stack>
    </Dialog>
  );
}

function Review({ checks, schema, mayForce, warning, pending, onDecide, onClose }: ReviewProps) {
  const hasOpen = hasOpenChecks(checks);
  const [sections] = useState((): FormSection<typeof UnregisterReview>[] => [
    {
      fields: [
        { name: "action", isWide: true, inSight: true },
        { name: "force", isWide: true, when: ({ action }) => action === "approve" && hasOpen && mayForce },
        { name: "reason", isWide: true },
      ],
    },
  ]);
  return (
    <>
      {hasOpen ? (
        <Alert color="red" title={t("存在未结业务")}>
          {mayForce ? t("仍要通过时须填写说明。") : t("处理完毕后方可通过，或由超级管理员审核。")}
        </Alert>
      ) : warning ? (
        <Alert color="orange">{warning}</Alert>
      ) : null}
      <LazyRecordForm
        form={{ schema, sections, value: {}, pending, submitLabel: t("提交审核"), onSubmit: onDecide }}
        onCancel={onClose}
      />
    </>
  );
}

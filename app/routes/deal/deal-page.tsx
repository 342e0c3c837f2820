import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import { DealView } from "./deal-drawer";
import classes from "./deal-drawer.module.css";
import type { EditDeal } from "./deal-edit";

interface DealPageProps {
  id: number;
  onEdit: EditDeal;
  onClose: () => void;
}

/** A deal on the phone, in the place of its list: what stands beside it on the desk, its acts under the thumb. */
export function DealPage({ id, onEdit, onClose }: DealPageProps) {
  return (
    <article className={classes.page}>
      <Button
        variant="default"
        size="md"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onClose}
        className={classes.back}
      >
        {t("返回列表")}
      </Button>
      <DealView id={id} onEdit={onEdit} onGone={onClose} />
    </article>
  );
}

import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "~/app/i18n/t";
import classes from "./phone-record.module.css";

/** A record on the phone, in the place of its list: what stands beside it on the desk, under the way back. */
export function PhoneRecord({ onClose, children }: { onClose: () => void; children: ReactNode }) {
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
      {children}
    </article>
  );
}

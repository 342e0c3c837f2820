import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import classes from "./statement.module.css";
import { StatementDrawer } from "./statement-drawer";

/** A statement on the phone, in the place of its list, its acts under the thumb. */
export function StatementPage({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <article className={classes.page}>
      <div className={classes.tools}>
        <Button variant="default" size="md" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
          {t("返回列表")}
        </Button>
      </div>
      <StatementDrawer id={id} row={undefined} isWriting={false} onWrite={stay} onNext={undefined} onClose={onClose} />
    </article>
  );
}

const stay = () => undefined;

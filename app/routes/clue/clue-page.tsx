import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import { ClueDrawer } from "./clue-drawer";
import classes from "./clue-drawer.module.css";

/** A lead on the phone, in the place of its list: what stands beside it on the desk, its acts under the thumb. */
export function CluePage({ id, onClose }: { id: number; onClose: () => void }) {
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
      <ClueDrawer id={id} row={undefined} isWriting={false} onWrite={stay} onNext={undefined} onClose={onClose} />
    </article>
  );
}

const stay = () => undefined;

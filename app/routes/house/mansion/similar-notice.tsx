import "@mantine/core/styles/Alert.css";
import { Alert, Anchor } from "@mantine/core";
import { IconBuildings } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import type { SimilarMansion } from "~/contract/house/mansion";
import { Likeness } from "./likeness";
import { Cover } from "./mansion-cells";
import { editPath } from "./mansion-paths";
import classes from "./similar-notice.module.css";

interface SimilarNoticeProps {
  similar: readonly SimilarMansion[];
  /** The one with this name and address, for which the form was refused. */
  same: { id: number; mansion_no: string } | undefined;
}

/** Buildings that may be the one in the form. They open in a new tab: nothing typed is lost. */
export function SimilarNotice({ similar, same }: SimilarNoticeProps) {
  const others = similar.filter(({ id }) => id !== same?.id).slice(0, 5);
  return (
    <section aria-label={t("相似楼栋")}>
      <Alert
        color={same ? "red" : "orange"}
        variant="outline"
        icon={<IconBuildings aria-hidden />}
        title={same ? t("同名同址的楼栋已存在") : t("已有相似的楼栋，请确认不是同一栋")}
        mb="md"
      >
        <ul className={classes.list}>
          {same ? (
            <li>
              <span className={classes.text}>{same.mansion_no}</span>
              <Open id={same.id} no={same.mansion_no} />
            </li>
          ) : null}
          {others.map((one) => (
            <li key={one.id}>
              <Cover url={one.cover} />
              <span className={classes.text}>
                {one.name} <small>{`${one.mansion_no} ${one.district} ${one.address}`}</small>
              </span>
              <Likeness of={one} />
              <Open id={one.id} no={one.mansion_no} />
            </li>
          ))}
        </ul>
      </Alert>
    </section>
  );
}

function Open({ id, no }: { id: number; no: string }) {
  return (
    <Anchor size="sm" href={editPath(id)} target="_blank" rel="noopener" aria-label={t("查看{no}（新窗口）", { no })}>
      {t("查看")}
    </Anchor>
  );
}

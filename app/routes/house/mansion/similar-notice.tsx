import "@mantine/core/styles/Alert.css";
import { Alert, Anchor, Box, Group } from "@mantine/core";
import { IconBuildings } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { SimilarMansion } from "~/contract/house/mansion";
import { Likeness } from "./likeness";
import { Cover } from "./mansion-cells";
import { editPath } from "./mansion-paths";

interface SimilarNoticeProps {
  similar: readonly SimilarMansion[];
  same: { id: number; mansion_no: string } | undefined;
}

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
        <ul className={`${basic.list} ${basic.column} ${basic.gap6}`}>
          {same ? (
            <Group component="li" gap="4px 12px" fz={14}>
              <Box component="span" flex="1 1 200px">
                {same.mansion_no}
              </Box>
              <Open id={same.id} no={same.mansion_no} />
            </Group>
          ) : null}
          {others.map((one) => (
            <Group component="li" key={one.id} gap="4px 12px" fz={14}>
              <Cover url={one.cover} />
              <Box component="span" flex="1 1 200px">
                {one.name} <small className={basic.dim}>{`${one.mansion_no} ${one.district} ${one.address}`}</small>
              </Box>
              <Likeness of={one} />
              <Open id={one.id} no={one.mansion_no} />
            </Group>
          ))}
        </ul>
      </Alert>
    </section>
  );
}

const Open = ({ id, no }: { id: number; no: string }) => (
  <Anchor size="sm" href={editPath(id)} target="_blank" rel="noopener" aria-label={t("查看{no}（新窗口）", { no })}>
    {t("查看")}
  </Anchor>
);

import { Anchor, Flex, Stack } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { Tag } from "~/app/blocks/detail/tag";
import { AuditTag, PublishTag } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { type Duplicate, duplicateSignals, type EstateAuditDetail } from "~/contract/house/estate-audit";
import { detailPath } from "../estate/estate-paths";
import { Cover } from "../mansion/mansion-cells";

/** Estates that may be the same, with the reasons; each opens in a new tab. */
export function Duplicates({ record: { duplicates, status } }: { record: EstateAuditDetail }) {
  if (status !== "pending") return null;
  return (
    <Panel title={t("疑似重复 {n}", { n: duplicates.length })}>
      {duplicates.length ? (
        <ul className={`${basic.list} ${basic.column} ${basic.gap12}`}>
          {duplicates.map((one) => (
            <li key={one.id} className={`${basic.flex} ${basic.top} ${basic.gap12}`}>
              <Cover url={one.cover} isLarge />
              <Stack component="span" gap={2} flex={1} miw={0} c="dimmed" fz={13} className={basic.anywhere}>
                <Anchor href={detailPath(one.id)} target="_blank" rel="noopener" fw={600} size="sm">
                  {t("{name}（新窗口）", { name: one.name })}
                </Anchor>
                <span>{`${one.estate_no} · ${one.district}`}</span>
                <span>{one.address}</span>
                <span>
                  {[one.developer, one.total_units !== null && t("{n} 户", { n: one.total_units })]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
                <Flex component="span" wrap="wrap" gap={4} mt={2}>
                  {one.signals.map((signal) => (
                    <Tag key={signal} color="orange">
                      {signalLabel(one, signal)}
                    </Tag>
                  ))}
                  <AuditTag status={one.audit_status} />
                  <PublishTag status={one.publish_status} />
                </Flex>
              </Stack>
            </li>
          ))}
        </ul>
      ) : (
        <p className={`${basic.flat} ${basic.dim} ${basic.size14}`}>{t("没有名称、地址、位置或规模相同的房源")}</p>
      )}
    </Panel>
  );
}

function signalLabel({ similarity, distance }: Duplicate, signal: Duplicate["signals"][number]): string {
  if (signal === "name") return t("名称相似{n}%", { n: Math.round(similarity * 100) });
  if (signal === "near" && distance !== null) return t("相距{n}米", { n: distance });
  return t(duplicateSignals[signal]);
}

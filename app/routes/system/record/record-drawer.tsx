import "@mantine/core/styles/Table.css";
import { Stack, Table } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Value } from "~/app/blocks/detail/value";
import { Note } from "~/app/blocks/feedback/note";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { SmallLink } from "~/app/blocks/page-link";
import { customerPage } from "~/app/features/customer/customer-path";
import { deviceOf } from "~/app/features/device/device-name";
import { t } from "~/app/i18n/t";
import { metaOf } from "~/contract/field";
import { type RecordDetail, RecordRow } from "~/contract/system/record";
import classes from "./record-drawer.module.css";

export function RecordDrawer({ line, onClose }: { line: RecordDetail; onClose: () => void }) {
  const worded = (name: "module" | "action" | "result") => (
    <Value field={metaOf(RecordRow.shape[name])} value={line[name]} />
  );
  return (
    <SideDrawer onClose={onClose} title={t("操作详情")}>
      <Stack gap="lg">
        <FactList
          facts={[
            { label: t("摘要"), value: line.summary, isWide: true },
            { label: t("时间"), value: formatInstant(line.created_at) },
            { label: t("操作人"), value: line.user_name },
            { label: t("模块"), value: worded("module") },
            { label: t("动作"), value: worded("action") },
            { label: t("对象"), value: targetOf(line) },
            { label: t("结果"), value: worded("result") },
            { label: t("IP"), value: line.ip },
            { label: t("设备"), value: line.ua ? <span title={line.ua}>{deviceOf(line.ua)}</span> : null },
            { label: t("请求编号"), value: line.request_id, isWide: true },
            { label: t("原因"), value: line.reason, isWide: true },
          ]}
        />
        {line.forgotten_at ? (
          <Note>{t("其中的个人信息已于 {time} 随彻底删除而清除。", { time: formatInstant(line.forgotten_at) })}</Note>
        ) : null}
        <Changes changes={line.changes} />
      </Stack>
    </SideDrawer>
  );
}

function Changes({ changes }: Pick<RecordDetail, "changes">) {
  if (changes.length === 0) return <Note>{t("没有记录字段变更")}</Note>;
  return (
    <Table verticalSpacing="xs" className={classes.changes}>
      <Table.Caption className={basic.bold} m="0 0 4px" c="inherit" ta="left" style={{ captionSide: "top" }}>
        {t("变更")}
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("字段")}</Table.Th>
          <Table.Th>{t("变更前")}</Table.Th>
          <Table.Th>{t("变更后")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, label, before, after }) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{t(label)}</Table.Th>
            <Table.Td c="dimmed">{before ?? "–"}</Table.Td>
            <Table.Td>{after ?? "–"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const screens: Readonly<Record<string, (id: number) => string>> = {
  customer: (id) => customerPage({ id }),
  customer_user: (id) => `/customer/register/detail?id=${id}`,
  estate: (id) => `/house/estate-list/estate-detail?id=${id}`,
};

function targetOf({ target_type, target_id, target_name }: RecordDetail) {
  const name = [target_name, target_id !== null && `#${target_id}`].filter(Boolean).join(" ");
  const path = target_id !== null ? screens[target_type ?? ""]?.(target_id) : undefined;
  return path ? <SmallLink to={path}>{name}</SmallLink> : name;
}

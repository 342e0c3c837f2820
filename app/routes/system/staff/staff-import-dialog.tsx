import { Text } from "@mantine/core";
import { ImportDialog } from "~/app/features/import/import-dialog";
import { OnceText } from "~/app/features/once-text/once-text";
import { t } from "~/app/i18n/t";
import type { ImportTask } from "~/contract/shared/import-task";
import { StaffImport, staffImport } from "~/contract/system/staff";

const query = {};

export const StaffImportDialog = ({ onDone, onClose }: { onDone: () => void; onClose: () => void }) => (
  <ImportDialog
    title={t("导入员工")}
    calls={staffImport}
    query={query}
    result={(task) => <Accounts task={task} />}
    onDone={onDone}
    onClose={onClose}
  />
);

/** Only the answer to the import itself names them. */
function Accounts({ task }: { task: ImportTask }) {
  const accounts = StaffImport.safeParse(task).data?.accounts ?? [];
  if (accounts.length === 0) return null;
  // All of them are invited by mail, or none.
  if (accounts[0]?.initial_password === null)
    return <Text>{t("已向 {count} 位员工发送邮件，请他们用其中的链接设置密码。", { count: accounts.length })}</Text>;
  const lines = accounts.map(({ name, email, initial_password }) => `${name}\t${email}\t${initial_password}`);
  const text = [
    t("登录地址：{address}", { address: `${window.location.origin}/login` }),
    [t("姓名"), t("邮箱"), t("初始密码")].join("\t"),
    ...lines,
  ].join("\n");
  return <OnceText text={text} label={t("登录信息")} rows={4} />;
}

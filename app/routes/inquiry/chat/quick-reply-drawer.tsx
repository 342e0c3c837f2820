import { Button, Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import entries from "~/app/blocks/detail/entries.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Empty } from "~/app/blocks/feedback/states";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type QuickReplyRow, quickReply } from "~/contract/inquiry/quick-reply";

const add = (maySave: boolean) =>
  actDialog({
    endpoint: quickReply.create,
    submitLabel: "保存",
    about: () => t("常用的回复，输入 / 即可查找"),
    fields: maySave ? ["title", "content", "sort", "is_shared"] : ["title", "content", "sort"],
    input: () => ({}),
    value: () => ({ sort: 100, is_shared: false }),
    draft: () => "quick-reply",
    success: () => t("快捷回复已保存"),
  });
const own = add(false);
const shared = add(true);

const edit = actDialog({
  endpoint: quickReply.update,
  submitLabel: "保存",
  about: ({ title }: QuickReplyRow) => t("快捷回复：{name}", { name: title }),
  fields: ["title", "content", "sort"],
  value: ({ title, content, sort }) => ({ title, content, sort }),
  draft: ({ id }) => `quick-reply:${id}`,
  success: () => t("快捷回复已保存"),
});

export function QuickReplyDrawer({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const asked = useCall(quickReply.list, { query: { page_size: 100 } });
  const { permissions } = useProfile();
  const { ask, confirm, dialog } = useActs();
  const again = () => {
    asked.again();
    onChanged();
  };
  const form = permissions.includes("inquiry:inquiry:assign") ? shared : own;
  const remove = ({ id, title }: QuickReplyRow) =>
    confirm(
      quickReply.remove,
      { params: { id } },
      {
        text: t("将删除快捷回复【{name}】。确定删除？", { name: title }),
        confirmLabel: t("删除"),
        success: t("已删除"),
        onSuccess: again,
      },
    );
  return (
    <SideDrawer onClose={onClose} title={t("快捷回复")}>
      <Button onClick={() => ask(form, undefined, again)}>{t("新增快捷回复")}</Button>
      <AsyncPart {...asked}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty title={t("还没有快捷回复")} />
          ) : (
            <ul className={entries.list}>
              {list.map((row) => (
                <li key={row.id} className={`${entries.item} ${basic.column} ${basic.gap4} ${basic.overlined}`}>
                  <div className={`${entries.head} ${basic.flex} ${basic.baseline} ${basic.gap8}`}>
                    <strong>{row.title}</strong>
                    {row.is_shared ? <Tag>{t("共享")}</Tag> : null}
                    <span className={`${basic.dim} ${basic.size13}`}>{t("使用 {n} 次", { n: row.used_count })}</span>
                  </div>
                  <span>{row.content}</span>
                  <Group className={`${basic.flex} ${basic.end} ${basic.gap8} ${basic.touches}`}>
                    {row.can.edit ? (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={t("编辑{name}", { name: row.title })}
                        onClick={() => ask(edit, row, again)}
                      >
                        {t("编辑")}
                      </Button>
                    ) : null}
                    {row.can.delete ? (
                      <Button
                        variant="subtle"
                        color="red"
                        size="compact-sm"
                        aria-label={t("删除{name}", { name: row.title })}
                        onClick={() => remove(row)}
                      >
                        {t("删除")}
                      </Button>
                    ) : null}
                  </Group>
                </li>
              ))}
            </ul>
          )
        }
      </AsyncPart>
      {dialog}
    </SideDrawer>
  );
}

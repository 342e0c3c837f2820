import { Button, Group, Loader } from "@mantine/core";
import { IconFile, IconFileTypePdf, IconPhoto, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { Empty } from "~/app/blocks/feedback/states";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { type Acts, useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { t } from "~/app/i18n/t";
import { type AnnexRow, annex, annexCategories, verifiedStates } from "~/contract/customer/requirement";
import { formatBytes } from "~/contract/format";
import { useFreshAddresses } from "../upload/use-fresh-addresses";
import classes from "./annex-entries.module.css";

const about = ({ requirement, inquiry, name }: AnnexRow) =>
  t("{requirement} 的附件：{name}", { requirement: (requirement ?? inquiry)?.name ?? "", name });

const editing = actDialog({
  endpoint: annex.update,
  submitLabel: "保存",
  title: () => t("编辑附件"),
  about,
  fields: ["name", "category", "expire_at", "remark"],
  input: ({ id }) => ({ params: { id }, body: { media_id: null } }),
  value: (row) => row,
  success: () => t("已保存"),
});

const verifying = actDialog({
  endpoint: annex.verify,
  submitLabel: "保存",
  title: () => t("核验附件"),
  about,
  fields: ["verified", "verify_note"],
  value: (row) => (row.verified === "unverified" ? {} : row),
  success: () => t("核验结果已保存"),
});

const Dialog = lazyPart(() => import("~/app/blocks/feedback/dialog"), "Dialog");

const colors: Readonly<Record<string, TagColor>> = { verified: "green", rejected: "red" };
const categories: Readonly<Record<string, string>> = annexCategories;
const states: Readonly<Record<string, string>> = verifiedStates;

interface AnnexEntriesProps {
  rows: readonly AnnexRow[];
  isMixed?: boolean;
  onAdd?: (() => void) | undefined;
  addLabel: string;
}

export function AnnexEntries({ rows, isMixed = false, onAdd, addLabel }: AnnexEntriesProps) {
  const acts = useActs();
  const [shown, setShown] = useState<AnnexRow>();
  useFreshAddresses();
  return (
    <div className={`${basic.column} ${basic.gap12}`}>
      {onAdd ? (
        <Button
          variant="default"
          size="sm"
          style={{ alignSelf: "flex-start" }}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={onAdd}
        >
          {addLabel}
        </Button>
      ) : null}
      {rows.length ? (
        <ul className={basic.list}>
          {rows.map((row) => (
            <AnnexEntry key={row.id} row={row} isMixed={isMixed} onShow={() => setShown(row)} acts={acts} />
          ))}
        </ul>
      ) : (
        <Empty />
      )}
      {acts.dialog}
      {shown ? <Preview row={shown} onClose={() => setShown(undefined)} /> : null}
    </div>
  );
}

interface AnnexEntryProps {
  row: AnnexRow;
  isMixed: boolean;
  onShow: () => void;
  acts: Acts;
}

function AnnexEntry({ row, isMixed, onShow, acts }: AnnexEntryProps) {
  const Icon = isPicture(row) ? IconPhoto : row.mime === "application/pdf" ? IconFileTypePdf : IconFile;
  return (
    <li className={`${classes.entry} ${basic.flex} ${basic.top} ${basic.gap10}`}>
      <Icon size={22} stroke={1.5} aria-hidden className={`${basic.fixed} ${basic.dim}`} style={{ marginTop: 2 }} />
      <div className={`${basic.grow} ${basic.shrinks}`}>
        <Group component="p" gap="4px 8px" m={0}>
          {isPicture(row) ? (
            <button type="button" className={`${basic.plain} ${classes.name}`} onClick={onShow}>
              {row.name}
            </button>
          ) : (
            <a className={classes.name} href={row.url} target="_blank" rel="noreferrer">
              {row.name}
            </a>
          )}
          <Tag>{t(categories[row.category] ?? row.category)}</Tag>
          <Tag color={colors[row.verified]} title={row.verify_note ?? undefined}>
            {t(states[row.verified] ?? row.verified)}
          </Tag>
        </Group>
        <Group component="p" gap="2px 14px" m="4px 0 0" c="dimmed" fz={13} className={basic.anywhere}>
          <span>{formatBytes(row.size)}</span>
          <span>
            {row.created_by?.name} {formatInstant(row.created_at)}
          </span>
          {row.expire_at ? (
            <span className={row.is_expired ? basic.error : undefined}>
              {row.is_expired
                ? t("已于 {day} 过期", { day: row.expire_at })
                : t("有效期至 {day}", { day: row.expire_at })}
            </span>
          ) : null}
          {row.verified === "rejected" && row.verify_note ? (
            <span className={basic.error}>{t("不合格：{note}", { note: row.verify_note })}</span>
          ) : null}
          {isMixed && row.requirement ? <span>{t("需求 {no}", { no: row.requirement.name })}</span> : null}
          {row.remark ? <span>{row.remark}</span> : null}
        </Group>
      </div>
      <RowActions
        about={row.name}
        actions={[
          row.can.edit && acts.form(editing, row, { label: t("编辑") }),
          row.can.edit && acts.form(verifying, row, { label: t("核验") }),
          row.can.delete &&
            acts.remove(
              annex.remove,
              { params: { id: row.id } },
              t("确定删除附件【{name}】？文件将一并删除，不能恢复。", { name: row.name }),
              { title: t("删除附件") },
            ),
        ]}
      />
    </li>
  );
}

function Preview({ row, onClose }: { row: AnnexRow; onClose: () => void }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  return (
    <Dialog onClose={onClose} title={row.name} size="xl">
      {state === "failed" ? (
        <p role="alert">{t("附件打不开，请刷新页面后重试")}</p>
      ) : (
        <>
          {state === "loading" ? <Loader role="progressbar" size="sm" aria-label={t("加载中")} /> : null}
          <img
            src={row.url}
            alt={row.name}
            className={basic.block}
            style={{ maxWidth: "100%", maxHeight: "75vh", margin: "0 auto", objectFit: "contain" }}
            onLoad={() => setState("shown")}
            onError={() => setState("failed")}
          />
        </>
      )}
    </Dialog>
  );
}

const isPicture = ({ mime }: AnnexRow) => mime.startsWith("image/");

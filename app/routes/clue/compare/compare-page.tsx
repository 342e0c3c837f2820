import { Button, Flex } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { download } from "~/app/api/download";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { t } from "~/app/i18n/t";
import { type CompareDetail, type CompareRow, developerCompare } from "~/contract/clue/developer-compare";
import { type CompareResult, compareResults } from "~/contract/clue/statement-kinds";
import { formatExact } from "~/contract/format";
import { InPlace } from "../in-place";
import { CompareRows } from "./compare-rows";

interface Line {
  compareId: number;
  row: CompareRow;
}

const input = ({ compareId, row }: Line) => ({ params: { id: compareId, n: String(row.n) } });
const about = ({ row }: Line) => `${row.estate} ${row.unit} · ${t(compareResults[row.result])}`;
const forms = {
  accept: actDialog({
    endpoint: developerCompare.accept,
    submitLabel: "接受",
    about,
    input,
    fields: ["note"],
    success: () => t("已接受"),
  }),
  dispute: actDialog({
    endpoint: developerCompare.dispute,
    submitLabel: "标记争议",
    about,
    input,
    fields: ["note"],
    success: () => t("已标记争议"),
  }),
};

export function ComparePage({ compare, onClose }: { compare: CompareDetail; onClose: () => void }) {
  const { id, developer, period, currency, rows, counts, can } = compare;
  const [shown, setShown] = useState<CompareResult | "differences" | "all">(
    compare.difference_count > 0 ? "differences" : "all",
  );
  const { ask, dialog } = useActs();
  const some = rows.filter(({ result }) =>
    shown === "all" ? true : shown === "differences" ? result !== "match" : result === shown,
  );
  const choices: { key: typeof shown; label: string; count: number }[] = [
    { key: "all", label: t("全部"), count: rows.length },
    { key: "differences", label: t("有差异"), count: compare.difference_count },
    ...(Object.keys(compareResults) as CompareResult[])
      .filter((key) => counts[key] > 0)
      .map((key) => ({ key, label: t(compareResults[key]), count: counts[key] })),
  ];
  return (
    <InPlace
      label={t("开发商对账")}
      title={t("{developer} {period} 对账", { developer, period })}
      tool={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          // The call has shown the error.
          onClick={() => void download(developerCompare.export, { params: { id } }).catch(() => undefined)}
        >
          {t("导出xlsx")}
        </Button>
      }
      onClose={onClose}
    >
      <FactList
        remedy={null}
        facts={[
          { label: t("对方合计"), value: formatExact(compare.theirs_total, currency) },
          { label: t("我方合计"), value: formatExact(compare.ours_total, currency) },
          { label: t("待处理"), value: String(compare.open_count) },
          { label: t("对账文件"), value: compare.file_name },
          compare.is_partial && { label: t("范围"), value: t("仅含您可见的成交"), isWide: true },
        ]}
      />
      <Flex
        component="fieldset"
        wrap="wrap"
        gap="6px 8px"
        className={`${basic.bare} ${basic.touches}`}
        aria-label={t("按结果查看")}
      >
        {choices.map(({ key, label, count }) => (
          <Button
            key={key}
            size="compact-md"
            variant={key === shown ? "light" : "subtle"}
            aria-pressed={key === shown}
            onClick={() => setShown(key)}
          >
            {`${label} ${count}`}
          </Button>
        ))}
      </Flex>
      <CompareRows
        rows={some}
        currency={currency}
        onAct={
          can.decide
            ? (row, act) =>
                act === "accept"
                  ? ask(forms.accept, { compareId: id, row })
                  : ask(forms.dispute, { compareId: id, row })
            : undefined
        }
      />
      {dialog}
    </InPlace>
  );
}

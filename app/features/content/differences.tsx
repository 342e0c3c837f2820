import { Stack, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { Difference, DifferenceBlock, DifferencePart } from "~/contract/content/publishing";
import classes from "./content.module.css";

export function Differences({ list, before, after }: { list: readonly Difference[]; before: string; after: string }) {
  if (list.length === 0) return <Text c="dimmed">{t("没有差异")}</Text>;
  return list.map(({ field, label, blocks, ...sides }) => (
    <Stack key={field} component="section" gap={6} mb={14} aria-label={t(label)}>
      <h3 className={`${basic.flat} ${basic.size14} ${basic.bold}`}>{t(label)}</h3>
      <div
        className={`${basic.size13} ${classes.sides} ${basic.columns}`}
        style={{ "--columns": "minmax(0, 1fr) minmax(0, 1fr)" }}
      >
        <small className={`${basic.dim} ${basic.size12}`}>{before}</small>
        <small className={`${basic.dim} ${basic.size12}`}>{after}</small>
        {blocks ? (
          <Blocks blocks={blocks} />
        ) : (
          <>
            <p data-side="before">
              <Side text={sides.before} isOld />
            </p>
            <p data-side="after">
              <Side text={sides.after} />
            </p>
          </>
        )}
      </div>
    </Stack>
  ));
}

const Side = ({ text, isOld = false }: { text: string | null; isOld?: boolean }) =>
  text ? isOld ? <del>{text}</del> : <ins>{text}</ins> : <span className={basic.dim}>{t("（空）")}</span>;

function Blocks({ blocks }: { blocks: readonly DifferenceBlock[] }) {
  const shown: { key: number; block?: DifferenceBlock; same: number }[] = [];
  for (const [key, block] of blocks.entries()) {
    const last = shown.at(-1);
    if (block.kind !== "same") shown.push({ key, block, same: 0 });
    else if (last && !last.block) last.same += 1;
    else shown.push({ key, same: 1 });
  }
  return shown.map(({ key, block, same }) =>
    block ? (
      <Block key={key} block={block} />
    ) : (
      <p key={key} className={`${basic.wide} ${basic.dim} ${basic.size12}`} style={{ textAlign: "center" }}>
        {t("{n} 段没有变化", { n: same })}
      </p>
    ),
  );
}

const Block = ({ block: { kind, before, after } }: { block: DifferenceBlock }) => (
  <>
    <p data-side="before" data-kind={kind}>
      <Parts parts={before} mark="del" isWhole={kind === "removed"} />
    </p>
    <p data-side="after" data-kind={kind}>
      <Parts parts={after} mark="ins" isWhole={kind === "added"} />
    </p>
  </>
);

interface PartsProps {
  parts: readonly DifferencePart[] | null;
  mark: "del" | "ins";
  /** The whole block is only in this version. */
  isWhole: boolean;
}

function Parts({ parts, mark: Mark, isWhole }: PartsProps) {
  if (!parts) return null;
  // A part is identified only by its index.
  return parts.map(({ text, is_marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: as above; the list never changes.
    is_marked || isWhole ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
  );
}

import { Alert, Button, Checkbox, Group, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Tag } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Empty } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import { priceText, SaleTag } from "~/app/features/estate/estate-labels";
import classes from "~/app/features/match/match.module.css";
import { MatchReasons, MatchScore } from "~/app/features/match/match-line";
import { estatesSent, type SendSubject } from "~/app/features/send/send-subject";
import { useChosen } from "~/app/features/send/use-chosen";
import { t } from "~/app/i18n/t";
import { EstateLinks } from "~/app/routes/customer/estate-links";
import { useProfile } from "~/app/session/viewer-context";
import type { Ref } from "~/contract/common";
import { type RequirementRow, requirement } from "~/contract/customer/requirement";
import { mayCall } from "~/contract/endpoint";
import { type EstateMatch, match } from "~/contract/house/match";

const SendDialog = lazyPart(() => import("~/app/features/send/send-dialog"), "SendDialog");

const CompareEstates = lazyPart(() => import("./compare-estates"), "CompareEstates");

const mostCompared = 4;

export function MatchEstates({ of, onClose }: { of: RequirementRow; onClose: () => void }) {
  const { row, pending, mark } = useMarks(of);
  const answer = useCall(match.estates, { params: { id: of.id } });
  const { chosen, toggle, clear } = useChosen();
  const [isComparing, setIsComparing] = useState(false);
  const [sending, setSending] = useState<SendSubject>();
  const maySend = mayCall(useProfile(), { permission: "customer:share:create" });
  return (
    <SideDrawer
      onClose={onClose}
      title={t("匹配房源 · {no} {name}", { no: row.requirement_no, name: row.customer.name })}
    >
      <Text c="dimmed" fz={13} mb={4}>
        {row.title}
      </Text>
      <AsyncPart {...answer} shape="list">
        {(found) =>
          isComparing ? (
            <CompareEstates
              found={found.filter(({ estate }) => chosen.includes(estate.id))}
              onBack={() => setIsComparing(false)}
              onSend={maySend ? () => setSending({ kind: "compare", estate_ids: [...chosen] }) : undefined}
            />
          ) : (
            <>
              <Others
                matched={row.matched.filter(({ id }) => !found.some(({ estate }) => estate.id === id))}
                onDrop={row.can.edit && !pending ? (id) => mark([id], false) : undefined}
              />
              {found.length ? (
                <ol className={`${basic.column} ${basic.list}`}>
                  {found.map((one) => (
                    <EstateLine
                      key={one.estate.id}
                      found={one}
                      isMarked={row.matched.some(({ id }) => id === one.estate.id)}
                      isChosen={chosen.includes(one.estate.id)}
                      onChoose={() => toggle(one.estate.id)}
                    />
                  ))}
                </ol>
              ) : (
                <Empty title={t("没有合适的房源")}>{t("只比较该国家/地区已上架、在售且价格接近预算的房源")}</Empty>
              )}
              {chosen.length ? (
                <Foot
                  {...{ row, chosen, pending }}
                  onMark={(isOn) => mark(chosen, isOn, clear)}
                  onCompare={() => setIsComparing(true)}
                  onSend={maySend ? () => setSending(estatesSent(chosen)) : undefined}
                />
              ) : null}
            </>
          )
        }
      </AsyncPart>
      {sending ? (
        <SendDialog
          subject={sending}
          customerId={row.customer.id}
          name={t("{n}个房源", { n: chosen.length })}
          onClose={() => setSending(undefined)}
        />
      ) : null}
    </SideDrawer>
  );
}

function useMarks(of: RequirementRow) {
  const [row, setRow] = useState(of);
  const { run, pending } = useAct();
  function mark(ids: readonly number[], isOn: boolean, onDone?: () => void) {
    const others = row.matched.flatMap(({ id }) => (ids.includes(id) ? [] : id));
    const estate_ids = isOn ? [...others, ...ids] : others;
    run(
      requirement.match,
      { params: { id: row.id }, body: { action: "match", estate_ids, version: row.version } },
      {
        success: isOn ? t("已标为匹配") : t("已取消匹配"),
        onSuccess: (answered) => {
          setRow(answered);
          onDone?.();
        },
        // Somebody else was faster: what they left is shown, and may be marked anew.
        onError: ({ code, data }) => code === 40901 && setRow(data as RequirementRow),
      },
    );
  }
  return { row, pending, mark };
}

function Others({ matched, onDrop }: { matched: readonly Ref[]; onDrop: ((id: number) => void) | undefined }) {
  if (matched.length === 0) return null;
  return (
    <Alert color="brand" p="sm" my="sm" title={t("其他已匹配房源")}>
      {matched.map((one) => (
        <Group key={one.id} component="p" gap="4px 8px" m={0} className={classes.name}>
          <EstateLinks estates={[one]} />
          {onDrop ? (
            <Button variant="subtle" size="compact-sm" onClick={() => onDrop(one.id)}>
              {t("取消匹配")}
            </Button>
          ) : null}
        </Group>
      ))}
    </Alert>
  );
}

interface EstateLineProps {
  found: EstateMatch;
  isMarked: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function EstateLine({ found, isMarked, isChosen, onChoose }: EstateLineProps) {
  const { estate } = found;
  return (
    <li className={`${classes.row} ${basic.flex} ${basic.top} ${basic.gap12}`} aria-label={estate.name}>
      <Checkbox checked={isChosen} onChange={onChoose} aria-label={t("选择{name}", { name: estate.name })} />
      <div className={`${basic.column} ${basic.gap2} ${basic.grow} ${basic.shrinks}`}>
        <Group gap="4px 8px" m={0} className={classes.name}>
          <EstateLinks estates={[estate]} />
          <SaleTag status={estate.sale_status} />
          {isMarked ? <Tag color="brand">{t("已匹配")}</Tag> : null}
          <span className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>{priceText(estate)}</span>
          <MatchScore {...found} />
        </Group>
        <MatchReasons parts={found.parts} />
      </div>
    </li>
  );
}

interface FootProps {
  row: RequirementRow;
  chosen: readonly number[];
  pending: boolean;
  onMark: (isOn: boolean) => void;
  onCompare: () => void;
  onSend: (() => void) | undefined;
}

function Foot({ row, chosen, pending, onMark, onCompare, onSend }: FootProps) {
  const isAllMarked = chosen.every((id) => row.matched.some((one) => one.id === id));
  const why =
    chosen.length < 2
      ? t("再选一个即可对比")
      : chosen.length > mostCompared
        ? t("最多对比{count}个", { count: mostCompared })
        : undefined;
  return (
    <div className={`${basic.row} ${basic.gap8} ${basic.size13} ${basic.overlined} ${classes.foot}`}>
      <span role="status">{[t("已选 {count} 个", { count: chosen.length }), why].filter(Boolean).join("，")}</span>
      <Button variant="default" size="sm" disabled={why !== undefined} title={why} onClick={onCompare}>
        {t("对比")}
      </Button>
      {onSend ? (
        <Button variant="default" size="sm" onClick={onSend}>
          {t("发送")}
        </Button>
      ) : null}
      {row.can.edit ? (
        <Button size="sm" loading={pending} onClick={() => onMark(!isAllMarked)}>
          {isAllMarked ? t("取消匹配") : t("标为匹配")}
        </Button>
      ) : null}
    </div>
  );
}

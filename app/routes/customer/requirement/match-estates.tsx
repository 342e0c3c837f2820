import { Alert, Button } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { useState } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Empty } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/form/use-act";
import { layoutText, PriceRange, SaleTag } from "~/app/features/estate/estate-labels";
import { MatchParts } from "~/app/features/match/match-parts";
import classes from "~/app/features/match/match-parts.module.css";
import { t } from "~/app/i18n/t";
import { EstateLinks } from "~/app/routes/customer/estate-links";
import type { Ref } from "~/contract/common";
import { type RequirementRow, requirement } from "~/contract/customer/requirement";
import { formatArea } from "~/contract/format";
import { type EstateMatch, match } from "~/contract/house/match";

interface MatchEstatesProps {
  of: RequirementRow;
  onClose: () => void;
}

/** The estates that suit a requirement best, each with its reasons; those that are fit are marked. */
export function MatchEstates({ of, onClose }: MatchEstatesProps) {
  const { row, pending, mark } = useMarks(of);
  const answer = useCall(match.estates, { params: { id: of.id } });
  const isMarked = (id: number) => row.matched.some((one) => one.id === id);
  return (
    <SideDrawer
      onClose={onClose}
      title={t("匹配房源 · {no} {name}", { no: row.requirement_no, name: row.customer.name })}
    >
      <p className={classes.title}>{row.title}</p>
      <AsyncPart {...answer}>
        {(found) => (
          <>
            <Others
              matched={row.matched.filter(({ id }) => !found.some(({ estate }) => estate.id === id))}
              onDrop={row.can.edit && !pending ? (id) => mark(id, false) : undefined}
            />
            {found.length ? (
              <ol className={classes.list}>
                {found.map((one) => (
                  <EstateCard
                    key={one.estate.id}
                    found={one}
                    isMarked={isMarked(one.estate.id)}
                    pending={pending}
                    onMark={row.can.edit ? (isOn) => mark(one.estate.id, isOn) : undefined}
                  />
                ))}
              </ol>
            ) : (
              <Empty title={t("没有合适的房源")}>{t("只比较该国家/地区已上架、在售且价格接近预算的房源")}</Empty>
            )}
          </>
        )}
      </AsyncPart>
    </SideDrawer>
  );
}

/** The requirement as the last mark has left it: the list behind may not show it any more. */
function useMarks(of: RequirementRow) {
  const [row, setRow] = useState(of);
  const [marking, setMarking] = useState<number>();
  const { run, pending } = useAct();
  function mark(id: number, isOn: boolean) {
    const others = row.matched.flatMap((one) => (one.id === id ? [] : one.id));
    const estate_ids = isOn ? [...others, id] : others;
    setMarking(id);
    run(
      requirement.match,
      { params: { id: row.id }, body: { action: "match", estate_ids, version: row.version } },
      {
        success: isOn ? t("已标为匹配") : t("已取消匹配"),
        onSuccess: setRow,
        // Somebody else was faster: what they left is shown, and may be marked anew.
        onError: ({ code, data }) => code === 40901 && setRow(data as RequirementRow),
      },
    );
  }
  return { row, pending: pending ? marking : undefined, mark };
}

interface OthersProps {
  matched: readonly Ref[];
  onDrop: ((id: number) => void) | undefined;
}

/** Marked ones that are not among the best: sold meanwhile, or behind others. */
function Others({ matched, onDrop }: OthersProps) {
  if (matched.length === 0) return null;
  return (
    <Alert color="brand" p="sm" my="sm" title={t("其他已匹配房源")}>
      {matched.map((one) => (
        <p key={one.id} className={classes.name}>
          <EstateLinks estates={[one]} />
          {onDrop ? (
            <Button variant="subtle" size="compact-sm" onClick={() => onDrop(one.id)}>
              {t("取消匹配")}
            </Button>
          ) : null}
        </p>
      ))}
    </Alert>
  );
}

interface EstateCardProps {
  found: EstateMatch;
  isMarked: boolean;
  /** The estate whose mark is on its way. */
  pending: number | undefined;
  onMark: ((isOn: boolean) => void) | undefined;
}

function EstateCard({ found: { estate, score, stated, parts }, isMarked, pending, onMark }: EstateCardProps) {
  const facts = [estate.district, layoutText(estate.layouts), formatArea(estate.area_min, estate.area_max)].filter(
    Boolean,
  );
  return (
    <li className={classes.card} aria-label={estate.name}>
      <div className={classes.head}>
        <span className={classes.cover}>
          {estate.cover ? <img src={estate.cover} alt="" loading="lazy" /> : <IconBuilding size={24} aria-hidden />}
        </span>
        <div className={classes.about}>
          <p className={classes.name}>
            <EstateLinks estates={[estate]} />
            <SaleTag status={estate.sale_status} />
          </p>
          <PriceRange of={estate} />
          <p className={classes.more}>{facts.join(" · ")}</p>
        </div>
      </div>
      <MatchParts score={score} stated={stated} parts={parts} />
      {onMark ? (
        <div className={classes.acts}>
          <Button
            size="sm"
            variant={isMarked ? "default" : "filled"}
            loading={pending === estate.id}
            disabled={pending !== undefined && pending !== estate.id}
            onClick={() => onMark(!isMarked)}
          >
            {isMarked ? t("取消匹配") : t("标为匹配")}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

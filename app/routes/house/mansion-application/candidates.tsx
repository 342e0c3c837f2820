import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/RadioCard.css";
import "@mantine/core/styles/RadioIndicator.css";
import { Flex, Radio } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import type { ApplicationDetail } from "~/contract/house/mansion-application";
import { Likeness } from "../mansion/likeness";
import classes from "./candidates.module.css";
import { MansionCard, MapAnchor } from "./mansion-card";
import { MansionLink } from "./mansion-link";

interface CandidatesProps {
  record: ApplicationDetail;
  chosen: number | undefined;
  /** Absent where it cannot become part of one. */
  onChoose?: (id: number) => void;
}

export const Candidates = ({ record: { candidates }, chosen, onChoose }: CandidatesProps) => (
  <Panel title={t("相似楼栋 {n}", { n: candidates.length })}>
    {candidates.length ? (
      <Radio.Group
        aria-label={t("并入的楼栋")}
        value={chosen === undefined ? null : String(chosen)}
        onChange={(id) => onChoose?.(Number(id))}
      >
        <ul className={`${basic.list} ${basic.column} ${basic.gap12}`}>
          {candidates.map((one) => (
            <li key={one.id}>
              <Radio.Card value={String(one.id)} className={classes.card} p="10px 12px" disabled={!onChoose}>
                <MansionCard mansion={one} mark={<Radio.Indicator />} tags={<Likeness of={one} />} />
              </Radio.Card>
              <Flex component="span" justify="space-between" gap={12} p="4px 2px 0" fz={13}>
                <MansionLink mansion={one} label={t("查看")} />
                <MapAnchor mansion={one} />
              </Flex>
            </li>
          ))}
        </ul>
      </Radio.Group>
    ) : (
      <Empty title={t("没有相似的楼栋")} />
    )}
  </Panel>
);

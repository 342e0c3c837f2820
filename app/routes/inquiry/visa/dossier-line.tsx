import { Box } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Value } from "~/app/blocks/detail/value";
import { t } from "~/app/i18n/t";
import { annexCategories, verifiedStates } from "~/contract/customer/requirement";
import { trackingTypes } from "~/contract/customer/tracking";
import { formatExact } from "~/contract/format";
import { caseStages } from "~/contract/inquiry/inquiry-kinds";
import { type DossierEntry, dealEvents, dossierKinds } from "~/contract/inquiry/visa";
import { scheduleStatuses, scheduleTypes } from "~/contract/schedule/schedule";
import classes from "./dossier-sheet.module.css";

export function DossierLine({ entry }: { entry: DossierEntry }) {
  const { what, tags, text } = wordsOf(entry);
  return (
    <div className={`${classes.entry} ${basic.flow} ${basic.anywhere}`}>
      <Box component="span" w="3em" className={`${basic.fixed} ${basic.dim}`}>
        {t(dossierKinds[entry.kind])}
      </Box>
      <strong>{what}</strong>
      {tags.map((tag) => (
        <span key={tag} className={`${basic.dim} ${basic.size13}`}>
          {tag}
        </span>
      ))}
      {entry.kind === "follow" && entry.result ? (
        <span className={`${basic.dim} ${basic.size13}`}>
          <Value field={{ scene: "tracking_result" }} value={entry.result} />
        </span>
      ) : null}
      {text ? <p className={`${basic.ownLine} ${basic.lines}`}>{text}</p> : null}
    </div>
  );
}

const categories: Readonly<Record<string, string>> = annexCategories;
const states: Readonly<Record<string, string>> = verifiedStates;

function wordsOf(entry: DossierEntry): { what: string; tags: string[]; text: string | null } {
  switch (entry.kind) {
    case "step":
      return { what: t(caseStages[entry.stage]), tags: [], text: entry.note };
    case "paper":
      return {
        what: entry.name,
        tags: [
          t(categories[entry.category] ?? entry.category),
          t(states[entry.verified] ?? entry.verified),
          ...(entry.requirement ? [t("需求 {no}", { no: entry.requirement })] : []),
        ],
        text: null,
      };
    case "follow":
      return { what: t(trackingTypes[entry.type]), tags: [], text: entry.content };
    case "schedule":
      return {
        what: entry.title,
        tags: [t(scheduleTypes[entry.type]), t(scheduleStatuses[entry.status])],
        text: entry.text,
      };
    case "deal":
      return {
        what: `${t(dealEvents[entry.event])} ${entry.deal.name}`,
        tags: [],
        text: [entry.place, formatExact(entry.price, entry.currency)].filter(Boolean).join(" · "),
      };
  }
}

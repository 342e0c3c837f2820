import { IconSearchOff } from "@tabler/icons-react";
import { useState } from "react";
import { State } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import { RequirementCard } from "~/app/routes/customer/page/requirement-card";
import { annex, type RequirementRow } from "~/contract/customer/requirement";
import { useCloseRequirement } from "./use-close-requirement";
import { usePlaces } from "./use-places";

const MatchEstates = lazyPart(() => import("./match-estates"), "MatchEstates");

export function RequirementDrawer({ id, row }: DrawerPart<RequirementRow>) {
  const annexes = useDrawerCall(annex.list, { query: { requirement_id: id, page_size: 20 } });
  const closing = useCloseRequirement();
  const [isMatching, setIsMatching] = useState(false);
  const go = usePlaces();
  if (!row) return <State icon={IconSearchOff} title={t("该记录不在当前列表中")} />;
  return (
    <>
      <DrawerAnswer {...annexes}>
        {({ list }) => (
          <RequirementCard
            row={row}
            annexes={list}
            onEdit={() => go.edit(row.id)}
            onMatch={() => setIsMatching(true)}
            onClose={() => closing.ask(row)}
          />
        )}
      </DrawerAnswer>
      {isMatching ? <MatchEstates of={row} onClose={() => setIsMatching(false)} /> : null}
      {closing.dialog}
    </>
  );
}

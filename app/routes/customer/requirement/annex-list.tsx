import { useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { AnnexEntries } from "~/app/features/annex/annex-entries";
import { t } from "~/app/i18n/t";
import { type AnnexRow, annexLimit, type RequirementRow } from "~/contract/customer/requirement";

const AddAnnexes = lazyPart(() => import("./add-annexes"), "AddAnnexes");

export function AnnexList({ requirement, annexes }: { requirement: RequirementRow; annexes: readonly AnnexRow[] }) {
  const [isAdding, setAdding] = useState(false);
  const room = annexLimit - requirement.annex_count;
  return (
    <>
      <AnnexEntries
        rows={annexes}
        addLabel={t("上传附件")}
        onAdd={requirement.can.edit && room > 0 ? () => setAdding(true) : undefined}
      />
      {isAdding ? <AddAnnexes requirement={requirement} room={room} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

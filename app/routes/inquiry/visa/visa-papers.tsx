import { Button } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { AnnexEntries } from "~/app/features/annex/annex-entries";
import { t } from "~/app/i18n/t";
import type { Ref } from "~/contract/common";
import type { Reply } from "~/contract/endpoint";
import type { visa } from "~/contract/inquiry/visa";
import classes from "./visa.module.css";
import type { CaseOf } from "./visa-dialogs";

const AddPapers = lazyPart(() => import("./add-papers"), "AddPapers");

interface VisaPapersProps extends CaseOf {
  papers: Reply<typeof visa.papers>;
}

/** 材料清单: the case's own papers, and those of the customer's requirements. */
export function VisaPapers({ record, view, papers: { list, requirements, room } }: VisaPapersProps) {
  const [adding, setAdding] = useState<{ requirement: Ref | undefined }>();
  const mayAdd = view.can.papers && room > 0;
  return (
    <div className={`${basic.grid} ${basic.gap12}`}>
      {requirements.length ? (
        <div className={`${classes.acts} ${basic.flow} ${basic.gap8}`}>
          {requirements.map((requirement) => (
            <Button key={requirement.id} variant="default" size="sm" onClick={() => setAdding({ requirement })}>
              {t("上传到需求 {no}", { no: requirement.name })}
            </Button>
          ))}
        </div>
      ) : null}
      <AnnexEntries
        rows={list}
        isMixed
        addLabel={t("上传材料")}
        onAdd={mayAdd ? () => setAdding({ requirement: undefined }) : undefined}
      />
      {adding ? <AddPapers caseId={record.id} room={room} onClose={() => setAdding(undefined)} {...adding} /> : null}
    </div>
  );
}

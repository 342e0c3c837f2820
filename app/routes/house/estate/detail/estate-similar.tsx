import { useEffect } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Panel } from "~/app/blocks/detail/panel";
import { useCall } from "~/app/blocks/detail/use-async";
import { WhenNear } from "~/app/blocks/when-near";
import { useClientMode } from "~/app/browser/client-mode";
import { t } from "~/app/i18n/t";
import { type EstateBrief, estate } from "~/contract/house/estate";
import { EstateCard } from "../estate-card";

interface EstateSimilarProps {
  id: number;
  onNone: () => void;
}

export const EstateSimilar = (props: EstateSimilarProps) => (
  <WhenNear height={160}>
    <Asked {...props} />
  </WhenNear>
);

function Asked({ id, onNone }: EstateSimilarProps) {
  const isClient = useClientMode();
  return (
    <AsyncPart {...useCall(estate.similar, { params: { id } })}>
      {(found) => (
        <Similar
          found={isClient ? found.filter(({ publish_status }) => publish_status === "online") : found}
          onNone={onNone}
        />
      )}
    </AsyncPart>
  );
}

function Similar({ found, onNone }: { found: readonly EstateBrief[]; onNone: () => void }) {
  const isNone = found.length === 0;
  // The outline of the page is drawn before they are asked for.
  useEffect(() => {
    if (isNone) onNone();
  }, [isNone, onNone]);
  if (isNone) return null;
  return (
    <Panel title={t("相似房源")}>
      <ul
        className={`${basic.list} ${basic.size14} ${basic.grid} ${basic.gap12}`}
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(300px, 1fr))" }}
      >
        {found.map((one) => (
          <li key={one.id}>
            <EstateCard of={one} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

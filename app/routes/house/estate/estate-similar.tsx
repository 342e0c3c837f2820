import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Panel } from "~/app/blocks/detail/panel";
import { useCall } from "~/app/blocks/detail/use-async";
import { t } from "~/app/i18n/t";
import { WhenNear } from "~/app/routes/house/estate/when-near";
import { estate } from "~/contract/house/estate";
import { EstateCard } from "./estate-card";
import classes from "./estate-detail.module.css";

/** Others near it, of its kind and price. */
export function EstateSimilar({ id }: { id: number }) {
  return (
    <Panel title={t("相似房源")}>
      <WhenNear height={160}>
        <Similar id={id} />
      </WhenNear>
    </Panel>
  );
}

function Similar({ id }: { id: number }) {
  return (
    <AsyncPart {...useCall(estate.similar, { params: { id } })}>
      {(found) =>
        found.length ? (
          <ul className={classes.cards}>
            {found.map((one) => (
              <li key={one.id}>
                <EstateCard of={one} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={classes.none}>{t("没有找到位置、类型和价格相近的房源")}</p>
        )
      }
    </AsyncPart>
  );
}

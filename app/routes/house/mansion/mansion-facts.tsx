import { FactList } from "~/app/blocks/detail/fact-list";
import { Panel } from "~/app/blocks/detail/panel";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { fieldOf } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { type MansionDetail, MansionFields } from "~/contract/house/mansion";
import { sections } from "./mansion-sections";

const wide = ["alias", "address", "stations", "facilities", "description"];

export const MansionFacts = ({ record }: { record: MansionDetail }) =>
  sections.map(({ id, title, fields }) => (
    <div key={id} id={id} tabIndex={-1} style={{ outline: "none", scrollMarginTop: 112 }}>
      <Panel title={t(title)}>
        <FactList
          facts={fields
            .flatMap((entry) =>
              typeof entry === "string" ? [entry] : [entry.name, ...(entry.longitude ? [entry.longitude] : [])],
            )
            .map((name) => ({
              label: t(fieldOf(MansionFields, name).label),
              value: isBlank(record[name]) ? null : (
                <Value field={fieldOf(MansionFields, name)} value={record[name]} record={record} />
              ),
              isWide: wide.includes(name),
            }))}
        />
      </Panel>
    </div>
  ));

import { useId } from "react";
import basic from "~/app/basic.module.css";
import { FieldInput } from "~/app/blocks/form/field/fields";
import { type FormValues, fieldOf } from "~/app/blocks/form/field/schema-fields";
import type { TopicContract } from "~/contract/seo/topic-template";

const names = ["country", "district_id", "tag", "estate_id"] as const;
const hints = {};
const stay = () => undefined;

interface TopicSampleProps {
  contract: TopicContract;
  sample: FormValues;
  onChange: (sample: FormValues) => void;
}

export function TopicSample({ contract, sample, onChange }: TopicSampleProps) {
  const id = useId();
  return (
    <div
      className={basic.grid}
      style={{ gridTemplateColumns: "repeat(auto-fill, minmax(220px, 1fr))", alignSelf: "stretch", gap: "12px 16px" }}
    >
      {names.map((name) => (
        <FieldInput
          key={name}
          id={id + name}
          field={fieldOf(contract.resolve.body, name)}
          hints={hints}
          context={name === "country" ? undefined : { country: sample.country }}
          value={sample[name]}
          error={undefined}
          onChange={(field, value) =>
            onChange({ ...sample, ...(field === "country" ? { district_id: null } : {}), [field]: value })
          }
          onBlur={stay}
        />
      ))}
    </div>
  );
}

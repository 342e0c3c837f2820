import { Box } from "@mantine/core";
import { useId, useMemo, useState } from "react";
import { type FormValues, fieldOf, formValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { FormSections } from "~/app/blocks/form/form-sections";
import { type Module, moduleProps } from "~/contract/special/modules";
import { type KnownPicture, moduleSections } from "./module-sections";

interface ModuleEditorProps {
  module: Module;
  pictures: readonly KnownPicture[];
  onChange: (props: FormValues) => void;
}

export function ModuleEditor({ module, pictures, onChange }: ModuleEditorProps) {
  const { type, props } = module;
  const schema = moduleProps[type];
  const formId = useId();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // As it was opened: pictures that are sent meanwhile are known to their own control.
  const [sections] = useState(() => moduleSections(type, pictures));
  const fields = useMemo(() => Object.keys(schema.shape).map((name) => fieldOf(schema, name)), [schema]);
  const values = formValues(schema, fields, props as FormValues);
  const issues = schema.safeParse(props).error?.issues ?? [];
  const errors = Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const name = String(path[0]);
      return left.has(name) ? [[name, message]] : [];
    }),
  );
  const fill = (part: FormValues) => onChange({ ...(props as FormValues), ...part });
  const handle: FormHandle = { fill, begin: fill, send: () => undefined, drop: () => undefined };
  return (
    <Box p="4px 14px 14px" data-no-drag>
      <FormSections
        schema={schema}
        sections={sections}
        formId={formId}
        form={{
          ...{ values, errors, handle },
          change: (name, value) => fill({ [name]: value }),
          blur: (name) => setLeft((before) => new Set([...before, name])),
        }}
      />
    </Box>
  );
}

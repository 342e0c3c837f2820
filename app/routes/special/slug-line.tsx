import { useDebouncedValue } from "@mantine/hooks";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import type { ContentRecord } from "~/app/features/content/content-kind";
import { SlugCheck } from "~/app/features/content/slug-check";
import { special } from "~/contract/special/special";

interface SlugLineProps {
  record: ContentRecord | undefined;
  values: FormValues;
  form: FormHandle;
}

export function SlugLine({ record, values, form }: SlugLineProps) {
  const [typed] = useDebouncedValue(values, 300);
  return <SlugCheck endpoint={special.slug} record={record} values={typed} form={form} />;
}

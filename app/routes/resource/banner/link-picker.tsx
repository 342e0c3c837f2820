import { TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { textOf } from "~/app/blocks/form/field/input-text";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { t } from "~/app/i18n/t";
import { type LinkType, linkScene, linkTypes } from "~/contract/resource/banner";

/** Where a banner leads, chosen as its kind of link says: an address is typed, a record is searched. */
export function LinkPicker({ values, form }: { values: FormValues; form: FormHandle }) {
  const type = values.link_type as LinkType;
  const value = textOf(values.link_value);
  const last = useRef({ type, value });
  // What was chosen of one kind is nothing of another; a draft, or another version, brings both at once.
  useEffect(() => {
    const { type: before, value: held } = last.current;
    last.current = { type, value };
    if (type !== before && value === held && held) form.fill({ link_value: "" });
  }, [type, value, form]);
  if (type === "none") return null;
  const scene = linkScene(type);
  const label = t(linkTypes[type]);
  const change = (link_value: string) => form.fill({ link_value });
  return (
    <div data-field="link_value" style={{ marginTop: 14, maxWidth: 560 }}>
      {scene ? (
        <RemoteSelect
          key={type}
          scene={scene}
          value={/^\d+$/.test(value) ? [Number(value)] : []}
          onChange={([id]) => change(id === undefined ? "" : String(id))}
          input={{ label, placeholder: t("输入名称搜索"), withAsterisk: true }}
        />
      ) : (
        <TextInput
          label={label}
          withAsterisk
          maxLength={500}
          placeholder="https://…"
          description={t("完整网址，或以 / 开头的站内路径")}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { metaOf } from "~/contract/field";
import { KeyRow, type KeyState } from "~/contract/system/key";

const labels = metaOf(KeyRow.shape.state).options ?? {};
const colors = { living: "green", expired: undefined, ended: undefined } as const;

export const KeyStateTag = ({ state }: { state: KeyState }) => (
  <Tag color={colors[state]}>{t(labels[state] ?? state)}</Tag>
);

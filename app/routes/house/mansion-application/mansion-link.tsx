import { Anchor } from "@mantine/core";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { mansion as contract } from "~/contract/house/mansion";
import { editPath } from "../mansion/mansion-paths";

interface MansionLinkProps {
  mansion: { id: number; mansion_no: string; name: string };
  label?: string;
}

/** A building by number and name. It opens in another tab, so that the choices in the application stay. */
export function MansionLink({ mansion: { id, mansion_no, name }, label }: MansionLinkProps) {
  const fullName = `${mansion_no} ${name}`;
  if (!mayCall(useProfile(), contract.update)) return label ? null : fullName;
  return (
    <Anchor
      href={editPath(id)}
      target="_blank"
      rel="noopener"
      inherit
      aria-label={t("{name}（新窗口）", { name: label ? `${label} ${fullName}` : fullName })}
    >
      {label ?? fullName}
    </Anchor>
  );
}

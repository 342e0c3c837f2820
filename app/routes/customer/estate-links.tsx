import { TextLink } from "~/app/blocks/text-link";
import { useProfile } from "~/app/session/viewer-context";
import type { Ref } from "~/contract/common";
import { mayCall } from "~/contract/endpoint";

export function EstateLinks({ estates }: { estates: readonly Ref[] }) {
  const mayOpen = mayCall(useProfile(), { permission: "house:estate:view" });
  return estates.map(({ id, name }, index) => (
    <span key={id}>
      {index ? "、" : ""}
      {mayOpen ? <TextLink to={`/house/estate-list/estate-detail?id=${id}`}>{name}</TextLink> : name}
    </span>
  ));
}

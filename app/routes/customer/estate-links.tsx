import { Anchor } from "@mantine/core";
import { Link } from "~/app/blocks/link";
import { useProfile } from "~/app/session/viewer-context";
import type { Ref } from "~/contract/common";
import { mayCall } from "~/contract/endpoint";

/** The estates that a customer's record points at, each a link for those who see estates. */
export function EstateLinks({ estates }: { estates: readonly Ref[] }) {
  const mayOpen = mayCall(useProfile(), { permission: "house:estate:view" });
  return estates.map(({ id, name }, index) => (
    <span key={id}>
      {index ? "、" : ""}
      {mayOpen ? (
        <Anchor component={Link} to={`/house/estate-list/estate-detail?id=${id}`} inherit>
          {name}
        </Anchor>
      ) : (
        name
      )}
    </span>
  ));
}

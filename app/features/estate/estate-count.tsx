import { TextLink } from "~/app/blocks/text-link";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { estate } from "~/contract/house/estate";

interface EstateCountProps {
  filter: "mansion_id" | "broker_id";
  id: number;
  estate_count: number;
}

export function EstateCount({ filter, id, estate_count }: EstateCountProps) {
  const profile = useProfile();
  if (estate_count === 0 || !mayCall(profile, estate.list)) return estate_count;
  return <TextLink to={`/house/estate-list?state=all&${filter}=${id}`}>{estate_count}</TextLink>;
}

import { Stack } from "@mantine/core";
import { type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { loaderOf } from "~/app/api/load";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { DesktopOnly } from "~/app/blocks/feedback/desktop-only";
import { NotShown } from "~/app/blocks/feedback/not-shown";
import { Forbidden } from "~/app/blocks/feedback/states";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useClientMode } from "~/app/browser/client-mode";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { picturesOf } from "~/contract/house/album";
import { estate, estateScreens } from "~/contract/house/estate";
import type { RoomRow } from "~/contract/house/room";
import { EstatePage } from "./detail/estate-page";
import { detailPath } from "./estate-paths";

const EstateEdit = lazyPart(() => import("./edit/estate-edit"), "EstateEdit", WaitingRecord);

const EstateBegin = lazyPart(() => import("./edit/estate-begin"), "EstateBegin", WaitingRecord);

const QuoteSheet = lazyPart(() => import("./quote/quote-sheet"), "QuoteSheet", WaitingRecord);

const noRooms: readonly RoomRow[] = [];

export const clientLoader = loaderOf(estateScreens["/house/estate-list/estate-detail"]);
export { write as clientAction } from "~/app/api/writes";

/** Another tab of the form shows what is there already; of a new estate there is nothing yet. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const [from, to] = [currentUrl.searchParams, nextUrl.searchParams];
  const isSame = (name: string) => from.get(name) === to.get(name);
  const isOtherTab = isSame("id") && !isSame("edit");
  const isForm = to.has("edit") && (from.has("edit") || !from.has("id"));
  // What is looked for on the board concerns the board alone.
  const isOfBoard = ["id", "edit", "quote"].every(isSame) && !boardParams.every(isSame);
  return (isOtherTab && isForm) || isOfBoard ? false : defaultShouldRevalidate;
}

/** What of the estate's address belongs to the board alone: which building, what is looked for, and whether it fills the window. */
const boardParams = ["building", "status", "layout", "max", "mine", "full"] as const;

export default function EstateDetailScreen() {
  const { record, rooms = noRooms, pictures, quote } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const profile = useProfile();
  const isClient = useClientMode();
  // Decided once: a window that is made narrow for a moment must not take a form away.
  const [isPhone] = useState(useIsPhone());
  const isForm = search.has("edit") && mayCall(profile, estate.update);
  const isOnline = quote ? quote.estate.is_online : record?.publish_status === "online" && !search.has("edit");
  let content: ReactNode;
  if (isClient && !isOnline) content = <NotShown />;
  else if (quote) content = <QuoteSheet quote={quote} />;
  else if (record === undefined || pictures === undefined)
    content = mayCall(profile, estate.create) ? <EstateBegin /> : <Forbidden />;
  else if (!isForm) {
    const all = { ...pictures, items: picturesOf(pictures) };
    content = <EstatePage key={record.id} record={record} rooms={rooms} pictures={all} />;
  } else if (isPhone) content = <DesktopOnly backTo={detailPath(record.id)} />;
  else content = <EstateEdit record={record} rooms={rooms} album={pictures} />;
  return (
    <Stack>
      <ScreenHeading />
      {content}
    </Stack>
  );
}

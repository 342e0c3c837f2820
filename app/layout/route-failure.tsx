import { useLocation, useNavigation, useRouteError } from "@remix-run/react";
import { CallError } from "~/app/api/call-error";
import { allScreens, type PlacedScreen, screenAt } from "~/contract/screens";
import { isChunkLoadError } from "~/remix/chunk-load-error";
import { ChunkLoadFailure, FilterRefused, LoadFailed, NotFound, PageForbidden, UnexpectedError } from "./failures";

function listOf(screen: PlacedScreen | undefined): string {
  const parent = screen?.parents.filter((above) => above.file).at(-1);
  const sibling = allScreens.find(
    (other) => other.file && other.menu && other.parents[0]?.path === screen?.parents[0]?.path,
  );
  return (parent ?? sibling)?.path ?? "/dashboard";
}

const isFiltered = (search: string) => [...new URLSearchParams(search).keys()].some((name) => name !== "id");

/** The block for the error of a screen: refused, gone, not loaded, or unexpected. */
export function RouteFailure() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  // During a navigation this screen's refusal would look like the next screen's.
  if (useNavigation().state === "loading") return null;
  if (isChunkLoadError(error)) return <ChunkLoadFailure error={error} />;
  if (!(error instanceof CallError)) return <UnexpectedError error={error} />;
  if (error.status === 403) return <PageForbidden />;
  if (error.status === 404) return <NotFound listPath={listOf(screenAt(pathname))} />;
  if (error.status === 422 && isFiltered(search)) return <FilterRefused error={error} />;
  return <LoadFailed detail={error.message} />;
}

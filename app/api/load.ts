import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { onSessionEnd } from "~/app/browser/session-memory";
import type { ScreenData, ScreenReplies, ScreenRequest } from "~/contract/screen-data";
import { callLoosely } from "./call";
import { CallError } from "./call-error";
import { keepShownRecords } from "./shown-records";

interface Shown {
  data: ScreenData;
  pathname: string;
  replies: object;
  refused?: { search: string; message: string };
}
let shown: Shown | undefined;
onSessionEnd(() => {
  shown = undefined;
});

/** What the server refuses of a filter, such as one that is too wide. */
const refusedFilter = 42200;

export function refusalAt(pathname: string, search: string): string | undefined {
  const { refused } = shown?.pathname === pathname ? shown : {};
  return refused?.search === new URLSearchParams(search).toString() ? refused.message : undefined;
}

/** Fetches a screen's data at once, undefined where not needed. A refused filter leaves the screen as it is, and `refusalAt` says why. */
export async function load<D extends ScreenData>(
  data: D,
  { request, params }: Pick<ClientLoaderFunctionArgs, "request" | "params">,
): Promise<ScreenReplies<D>> {
  const url = new URL(request.url);
  const requests = data.requests({ url, search: url.searchParams, params });
  const before = shown?.data === data && shown.pathname === url.pathname ? shown : undefined;
  // The screen that stays shows it, else the page that takes its place.
  const options = { signal: request.signal, silentOn: refusedFilter };
  const ask = ({ endpoint, input }: ScreenRequest) => callLoosely(endpoint, input, options);
  const replies = Object.entries(requests).map(async ([name, one]) => {
    try {
      return [name, one && (await ask(one))];
    } catch (error) {
      if (!one?.instead || !(error instanceof CallError) || error.code !== 40400) throw error;
      return [one.instead.name, await ask(one.instead.request)];
    }
  });
  try {
    const loaded = Object.fromEntries(await Promise.all(replies));
    keepShownRecords(url.pathname, Object.values(requests));
    shown = { data, pathname: url.pathname, replies: loaded };
    // The names are those of the declaration, whose endpoints define each reply.
    return loaded as ScreenReplies<D>;
  } catch (error) {
    if (!before || !(error instanceof CallError) || error.code !== refusedFilter) throw error;
    shown = { ...before, refused: { search: url.searchParams.toString(), message: error.complaint } };
    return before.replies as ScreenReplies<D>;
  }
}

/** The clientLoader of a screen that shows just its declared data. */
export const loaderOf =
  <D extends ScreenData>(data: D) =>
  (args: ClientLoaderFunctionArgs): Promise<ScreenReplies<D>> =>
    load(data, args);

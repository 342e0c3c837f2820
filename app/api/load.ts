import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import type { ScreenData, ScreenReplies, ScreenRequest } from "~/contract/screen-data";
import { callLoosely } from "./call";
import { CallError } from "./call-error";
import { keepShownRecords } from "./shown-records";

/** Asks for a screen's data at its address, all at once; gives each reply under its name, undefined for what this address does not ask for. */
export async function load<D extends ScreenData>(
  data: D,
  { request, params }: Pick<ClientLoaderFunctionArgs, "request" | "params">,
): Promise<ScreenReplies<D>> {
  const url = new URL(request.url);
  const requests = data.requests({ url, search: url.searchParams, params });
  const ask = ({ endpoint, input }: ScreenRequest) => callLoosely(endpoint, input, { signal: request.signal });
  const replies = Object.entries(requests).map(async ([name, one]) => {
    try {
      return [name, one && (await ask(one))];
    } catch (error) {
      if (!one?.instead || !(error instanceof CallError) || error.code !== 40400) throw error;
      return [one.instead.name, await ask(one.instead.request)];
    }
  });
  const loaded = await Promise.all(replies);
  keepShownRecords(url.pathname, Object.values(requests));
  // The names are those of the declaration, whose endpoints say what each reply is.
  return Object.fromEntries(loaded) as ScreenReplies<D>;
}

/** The clientLoader of a screen that shows just its declared data. */
export const loaderOf =
  <D extends ScreenData>(data: D) =>
  (args: ClientLoaderFunctionArgs): Promise<ScreenReplies<D>> =>
    load(data, args);

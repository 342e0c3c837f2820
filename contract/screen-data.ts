import { addressOf, type Endpoint, type Input, type LooseInput, type Reply } from "./endpoint";
import { readQuery } from "./read-query";

export interface ScreenRequest<E extends Endpoint = Endpoint> {
  endpoint: E;
  input: LooseInput;
  /** Where it is gone or never was (40400): what is asked for in its place, and the name of that. */
  instead?: { name: string; request: ScreenRequest };
}

export interface ScreenAddress {
  url: URL;
  search: URLSearchParams;
  params: Readonly<Record<string, string | undefined>>;
}

export type ScreenRequests = Readonly<Record<string, ScreenRequest | undefined>>;

/** What a screen asks for at an address, and what it shows until that has come. */
export interface ScreenData<R extends ScreenRequests = ScreenRequests> {
  frame: "list" | "page";
  requests: (address: ScreenAddress) => R;
}

/** What a screen's loader gives: the reply to each of its requests. */
export type ScreenReplies<D extends ScreenData> =
  D extends ScreenData<infer R>
    ? { [K in keyof R]: R[K] extends ScreenRequest<infer E> ? Reply<E> : Reply<EndpointIn<R[K]>> | undefined }
    : never;

type EndpointIn<T> = Extract<T, ScreenRequest> extends ScreenRequest<infer E> ? E : never;

/** Declares a screen's data: its loader is made from it, and the server begins the same requests. Only the address counts here. */
export const screenData = <const R extends ScreenRequests>(
  frame: ScreenData["frame"],
  requests: (address: ScreenAddress) => R,
): ScreenData<R> => ({ frame, requests });

/** A screen that asks for nothing by its address. */
export const noData = (frame: ScreenData["frame"] = "page") => screenData(frame, () => ({}));

type RequestInput<E extends Endpoint> = Partial<Pick<Input<E>, "params" | "query">>;

export const request = <E extends Endpoint>(endpoint: E, input: RequestInput<E> = {}): ScreenRequest<E> => ({
  endpoint,
  // The endpoint types it where it is declared; from here on it only goes over the wire.
  input: input as LooseInput,
});

/** The request of a list: its query is in the address. */
export const listRequest = <E extends Endpoint>(endpoint: E, { search }: Pick<ScreenAddress, "search">) =>
  request(endpoint, { query: readQuery(search, endpoint) });

/** A row's number out of an address; undefined for what is none. */
export const rowNumber = (text: string | null | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : undefined;

/** The request of one record by its number in the address; 0, which no row has, where that is none. */
export const recordRequest = <E extends OneRecord>(
  endpoint: E,
  id: string | null | undefined,
  query?: Input<E>["query"],
): ScreenRequest<E> => ({
  endpoint,
  input: { params: { id: rowNumber(id) ?? 0 }, query },
});

type OneRecord = Endpoint<`GET /${string}{id}${string}`>;

/** The request of the record that an address names, none without a number. */
export const chosenRequest = <E extends OneRecord>(
  endpoint: E,
  id: string | null | undefined,
  query?: Input<E>["query"],
) => (rowNumber(id) ? recordRequest(endpoint, id, query) : undefined);

export const listData = <E extends Endpoint>(endpoint: E) =>
  screenData("list", (address) => ({ page: listRequest(endpoint, address) }));

/** A list whose records open over it by a parameter of the address, e.g. `?edit=7`. */
export const listAndRecord = <L extends Endpoint, G extends OneRecord>(list: L, get: G, name = "edit") =>
  screenData("list", (address) => ({
    page: listRequest(list, address),
    record: chosenRequest(get, address.search.get(name)),
  }));

/** The address as a screen of this path reads it. */
export function screenAddress(url: URL, path: string): ScreenAddress {
  const parts = url.pathname.split("/");
  const names = path.split("/").map((part, index) => [part, parts[index]] as const);
  const params = names.filter(([part]) => part.startsWith(":")).map(([part, value]) => [part.slice(1), value] as const);
  return { url, search: url.searchParams, params: Object.fromEntries(params) };
}

/** The addresses of a screen's requests, as its loader writes them; a record without a number is left to the loader, which says so. */
export const requestAddresses = (data: ScreenData, address: ScreenAddress): string[] =>
  Object.values(data.requests(address)).flatMap((one) =>
    one && one.input.params?.id !== 0 ? [addressOf(one.endpoint, one.input)] : [],
  );

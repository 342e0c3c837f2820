// Reads what a desk tells everybody. Paths, queries and answers have the types of its own description: public-api.d.ts.
import createClient from "openapi-fetch";

/** @typedef {import("./public-api").paths} Paths */
/** @typedef {{ get: { responses: { 200: { content: { "application/json": { data: unknown } } } } } }} Read */
/** What an address answers. @template {Read} P @typedef {P["get"]["responses"][200]["content"]["application/json"]["data"]} Answer */

/** @param {string} baseUrl The desk's own address. @param {(request: Request) => Promise<Response>} [get] */
export function clientOf(baseUrl, get = fetch) {
  /** Asks again where too many have asked (600 a minute), or the desk starts anew. @param {Request} request */
  const patient = async (request, tries = 1) => {
    const reply = await get(request);
    if (tries > 30 || ![429, 503].includes(reply.status)) return reply;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return patient(request, tries + 1);
  };
  return /** @type {import("openapi-fetch").Client<Paths>} */ (createClient({ baseUrl, fetch: patient }));
}

/** The data of an answer; null where nothing is public. @template D @param {Promise<{ data?: { data: D }, response: Response }>} asked */
export async function dataOf(asked) {
  const { data, response } = await asked;
  if (response.status === 404 || response.status === 410) return null;
  if (!data) throw new Error(`${response.url} ${response.status}`);
  return data.data;
}

/**
 * All rows of a list, a hundred at once.
 * @template R @param {(page: { page: number, page_size: number }) => Promise<{ data?: { data: { list: R[] } }, response: Response }>} ask
 * @returns {Promise<R[]>}
 */
export async function rowsOf(ask, page = 1) {
  const list = (await dataOf(ask({ page, page_size: 100 })))?.list ?? [];
  return list.length < 100 ? list : [...list, ...(await rowsOf(ask, page + 1))];
}

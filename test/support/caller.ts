import { type Endpoint, type Input, keyHeader, pathOf, type Reply, writeQuery } from "~/contract/endpoint";

/** A caller of a running server: what an endpoint answers, success or not. A connection that breaks rejects. */
export function callerOf(url: string, token?: string) {
  return async <E extends Endpoint>(endpoint: E, input: Partial<Input<E>> & { key?: string } = {}) => {
    const search = writeQuery({ ...input.query }).toString();
    const response = await fetch(`${url}${pathOf(endpoint, { ...input.params })}${search ? `?${search}` : ""}`, {
      method: endpoint.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(input.key ? { [keyHeader]: input.key } : {}),
        "content-type": "application/json",
      },
      ...(endpoint.method === "GET" ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
    const body: { code: number; message: string; data: Reply<E> } = await response.json();
    return { ...body, status: response.status };
  };
}

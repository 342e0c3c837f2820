import { z } from "zod";
import { type Access, endpoint } from "./endpoint";
import type { WhereOptions } from "./where";

type Path = `/${string}`;

interface RecordParts<
  A extends Access,
  W extends Access,
  Q extends z.ZodType,
  L extends z.ZodType,
  R extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
> {
  permission: A;
  kind: string;
  write?: W;
  query: Q;
  page: L;
  /** Conditions of the list in addition to its filters and orders. */
  where?: WhereOptions;
  record: R;
  create: C;
  update: U;
}

/** The endpoints of a plain record: a list, one of them, create (which answers the number), update and remove. */
export function recordEndpoints<
  const P extends Path,
  const A extends Access,
  Q extends z.ZodType,
  L extends z.ZodType,
  R extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
  const W extends Access = A,
>(path: P, title: string, { permission, query, page, record, kind, ...parts }: RecordParts<A, W, Q, L, R, C, U>) {
  // Without `write` there is nothing to infer W from, so that it is A.
  const write = (parts.write ?? permission) as W;
  return {
    list: endpoint(`GET ${path}`, `${title}列表`, permission, {
      query,
      reply: page,
      ...(parts.where && { where: parts.where }),
    }),
    get: endpoint(`GET ${path}/{id}`, `${title}详情`, permission, { kind, reply: record }),
    create: endpoint(`POST ${path}`, `新增${title}`, write, { body: parts.create, reply: z.object({ id: z.int() }) }),
    update: endpoint(`PUT ${path}/{id}`, `编辑${title}`, write, { body: parts.update, reply: record }),
    remove: endpoint(`DELETE ${path}/{id}`, `删除${title}`, write, { reply: z.null() }),
  };
}

/** The endpoints that put a record into use and out of it. */
export const statusEndpoints = <const P extends Path, const A extends Access, R extends z.ZodType>(
  path: P,
  title: string,
  { permission, record }: { permission: A; record: R },
) => ({
  enable: endpoint(`PATCH ${path}/{id}/enable`, `启用${title}`, permission, { reply: record }),
  disable: endpoint(`PATCH ${path}/{id}/disable`, `停用${title}`, permission, { reply: record }),
});

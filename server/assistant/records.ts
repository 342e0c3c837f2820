import { customer } from "~/contract/customer/customer";
import { deal } from "~/contract/deal/deal";
import type { Endpoint } from "~/contract/endpoint";
import { estate } from "~/contract/house/estate";
import { refuse } from "~/server/lib/call";
import { linkOf } from "./answer";
import type { Ask } from "./tool";

/** Records that a client reads by their number, such as `xinfang://customer/C000012`. */
export interface RecordKind {
  name: string;
  title: string;
  description: string;
  endpoints: readonly Endpoint[];
  read(ask: Ask, number: string): Promise<unknown>;
}

const scheme = "xinfang://";
export const templateOf = ({ name }: RecordKind) => `${scheme}${name}/{number}`;

/** The kind and the number that an address names. */
export function recordAt(uri: string): { kind: RecordKind; number: string } | undefined {
  const [, name, number] = /^xinfang:\/\/(\w+)\/([\w-]{1,40})$/.exec(uri) ?? [];
  const kind = recordKinds.find((one) => one.name === name);
  return kind && number ? { kind, number } : undefined;
}

const idOf = (rows: readonly { id: number }[]): number => rows[0]?.id ?? refuse(40400);

export const recordKinds: readonly RecordKind[] = [
  {
    ...{ name: "customer", title: "客户", description: "按客户编号读取客户。A customer by number." },
    endpoints: [customer.list, customer.get],
    async read(ask, number) {
      const { list } = await ask(customer.list, { query: { keyword: number } });
      const id = idOf(list.filter((row) => row.customer_no === number));
      return { ...(await ask(customer.get, { params: { id } })), link: linkOf.customer(id) };
    },
  },
  {
    ...{ name: "estate", title: "房源", description: "按房源编号读取房源。An estate by number." },
    endpoints: [estate.list, estate.get],
    async read(ask, number) {
      const { list } = await ask(estate.list, { query: { keyword: number } });
      const id = idOf(list.filter((row) => row.estate_no === number));
      return { ...(await ask(estate.get, { params: { id } })), link: linkOf.estate(id) };
    },
  },
  {
    ...{ name: "deal", title: "成交", description: "按成交编号读取成交。A deal by number." },
    endpoints: [deal.list, deal.get],
    async read(ask, number) {
      const { list } = await ask(deal.list, { query: { keyword: number } });
      const id = idOf(list.filter((row) => row.deal_no === number));
      return { ...(await ask(deal.get, { params: { id } })), link: linkOf.deal(id) };
    },
  },
];

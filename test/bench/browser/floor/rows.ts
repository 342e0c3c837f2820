/** A row of the floors' lists: as wide as a customer in the product's. */
export interface FloorRow {
  id: number;
  name: string;
  phone: string;
  level: string;
  stage: string;
  source: string;
  budget: string;
  created_at: string;
}

const total = 400;
const pageSize = 20;
const pick = (values: readonly string[], id: number) => values[id % values.length] ?? "";

/** One row, always the same for a number. */
export function floorRow(id: number): FloorRow {
  return {
    id,
    name: `${pick(["王", "李", "张", "刘", "陈", "杨", "赵"], id)}${pick(["伟", "敏", "静怡", "思远", "子涵"], id)}${id}`,
    phone: `138${String(id * 7919).padStart(8, "0")}`,
    level: pick(["A", "B", "C", "D"], id),
    stage: pick(["新客户", "跟进中", "已带看", "已成交"], id),
    source: pick(["官网", "微信", "推荐", "展会", "电话"], id),
    budget: `${100 + (id % 9) * 50}–${300 + (id % 9) * 50} 万`,
    created_at: `2026-0${1 + (id % 9)}-1${id % 10} 10:2${id % 10}`,
  };
}

/** One page of rows. */
export const floorPage = (page: number) => ({
  rows: Array.from({ length: pageSize }, (_, index) => floorRow((page - 1) * pageSize + index + 1)),
  total,
});
export type FloorPage = ReturnType<typeof floorPage>;

import { z } from "zod";

/** All rates are given in it; its own is 1. */
export const baseCurrency = "CNY";

export const rate = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .regex(/^\d{1,12}(\.\d{1,8})?$/, `${label}应为数字，最多八位小数`)
    .refine((text) => /[1-9]/.test(text), `${label}应大于0`)
    .meta({ label, control: "text", help: "1单位该币种折合的人民币，最多八位小数" });

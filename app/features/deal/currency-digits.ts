/** So many decimals amounts of a currency have: none of the yen, two of the yuan. */
export function currencyDigits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat("zh-CN", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Whether the application runs inside WeCom's browser. */
export function isWeCom(): boolean {
  return /wxwork/i.test(window.navigator.userAgent);
}

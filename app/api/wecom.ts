export function isWeCom(): boolean {
  return /wxwork/i.test(window.navigator.userAgent);
}

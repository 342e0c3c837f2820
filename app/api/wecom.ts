export const isWeCom = (): boolean => /wxwork/i.test(window.navigator.userAgent);

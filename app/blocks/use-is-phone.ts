import { useMediaQuery } from "@mantine/hooks";
import { isWeCom } from "~/app/api/wecom";

const narrow = "(max-width: 767.98px)";

export function useIsPhone(): boolean {
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  return isNarrow || isWeCom();
}

/** The same outside React. */
export const isPhoneNow = (): boolean => window.matchMedia(narrow).matches || isWeCom();

import { useMediaQuery } from "@mantine/hooks";
import { isWeCom } from "~/app/api/wecom";

/** Whether to use the phone's layout: under 768 px, or inside WeCom. */
export function useIsPhone(): boolean {
  const isNarrow = useMediaQuery("(max-width: 767.98px)", undefined, { getInitialValueInEffect: false });
  return isNarrow || isWeCom();
}

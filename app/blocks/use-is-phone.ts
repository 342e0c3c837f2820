import { useMediaQuery } from "@mantine/hooks";
import { isWeCom } from "~/app/api/wecom";

export function useIsPhone(): boolean {
  const isNarrow = useMediaQuery("(max-width: 767.98px)", undefined, { getInitialValueInEffect: false });
  return isNarrow || isWeCom();
}

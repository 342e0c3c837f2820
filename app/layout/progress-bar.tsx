import "@mantine/core/styles/Progress.css";
import "@mantine/nprogress/styles.css";
import { NavigationProgress, nprogress } from "@mantine/nprogress";
import { useFetchers, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/app/i18n/t";

/** Runs at the top of the window while a page loads or a write is pending; separate, so that the frame is not rendered again. */
export function ProgressBar() {
  const isMoving = useNavigation().state !== "idle";
  const isWriting = useFetchers().some(({ state }) => state !== "idle");
  const isBusy = isMoving || isWriting;

  // Mantine's bar is driven from outside React.
  useEffect(() => {
    if (!isBusy) return;
    nprogress.start();
    return () => nprogress.complete();
  }, [isBusy]);

  return <NavigationProgress size={2} aria-label={t("加载中")} />;
}

import { Center, Loader } from "@mantine/core";
import { t } from "~/app/i18n/t";

/** Stands in a drawer until its part has been loaded. */
export const DrawerLoading = () => (
  <Center mih={160}>
    <Loader role="progressbar" size="sm" aria-label={t("加载中")} />
  </Center>
);

import { t } from "~/app/i18n/t";
import { LazyDrawer } from "./lazy-drawer";

const load = () => import("~/app/features/export/exports-panel").then(({ ExportsPanel }) => ExportsPanel);

export const ExportDrawer = (props: { isOpen: boolean; onClose: () => void }) => (
  <LazyDrawer {...props} title={t("最近的导出")} width={480} load={load} panelProps={{}} />
);

import { t } from "~/app/i18n/t";
import { LazyDrawer } from "./lazy-drawer";

const load = () => import("./batches/batches-panel").then(({ BatchesPanel }) => BatchesPanel);

export const BatchDrawer = (props: { isOpen: boolean; onClose: () => void }) => (
  <LazyDrawer {...props} title={t("我的批量操作")} width={480} load={load} panelProps={{}} />
);

import basic from "~/app/basic.module.css";
import { keyText } from "./shortcuts";

export const Kbd = ({ of, isSaid = false }: { of: string; isSaid?: boolean }) => (
  <kbd
    className={`${basic.oneLine} ${basic.dim} ${basic.size12} ${basic.bordered}`}
    style={{ padding: "1px 6px", borderRadius: 4, background: "var(--mantine-color-body)", fontFamily: "inherit" }}
    aria-hidden={!isSaid}
  >
    {keyText(of)}
  </kbd>
);

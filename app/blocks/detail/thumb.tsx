import { IconPhoto } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";

interface ThumbProps {
  src: string | null;
  width: number | string;
  height?: number;
  /** Instead of a height: without round corners, within a card's own. */
  ratio?: string;
}

const look = { background: "var(--app-canvas)", objectFit: "cover" } as const;

/** A picture in a line or a card, or its place. */
export function Thumb({ src, width, height = 32, ratio }: ThumbProps) {
  const style = { ...look, ...(ratio ? { width, aspectRatio: ratio } : { width, height, borderRadius: 4 }) };
  if (src) return <img src={src} alt="" loading="lazy" className={`${basic.block} ${basic.fixed}`} style={style} />;
  return (
    <span className={`${basic.fixed} ${basic.row} ${basic.centered} ${basic.dim}`} style={style}>
      <IconPhoto size={ratio ? 26 : 18} stroke={1.5} aria-hidden />
    </span>
  );
}

import { IconPhoto } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";

interface ThumbProps {
  src: string | null;
  width: number | string;
  height?: number;
  /** Instead of a height: without round corners, within a card's own. */
  ratio?: string;
}

/** A picture in a line or a card, or its place. */
export function Thumb({ src, width, height = 32, ratio }: ThumbProps) {
  const style = ratio ? { width, aspectRatio: ratio, borderRadius: 0 } : { width, height };
  if (src) return <img src={src} alt="" loading="lazy" className={`${basic.block} ${basic.thumb}`} style={style} />;
  return (
    <span className={`${basic.thumb} ${basic.row} ${basic.centered} ${basic.dim}`} style={style}>
      <IconPhoto size={ratio ? 26 : 18} stroke={1.5} aria-hidden />
    </span>
  );
}

export interface Place {
  lat: number;
  lng: number;
}

const number = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`;
const pair = String.raw`${number}\s*(?:,|%2C|，|\/)\s*${number}`;

const inLinks = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`[?&#](?:q|query|destination|coordinate|ll|sll|daddr|center|cp)=(?:loc:)?${pair}`, "i"),
  new RegExp(`[?&]mlat=${number}&mlon=${number}`),
  new RegExp(String.raw`[#&]map=\d+(?:\.\d+)?\/${pair}`),
  new RegExp(`@${pair}`),
  new RegExp(`^geo:${pair}`, "i"),
];

const decimals = new RegExp(String.raw`^[（(]?\s*${number}\s*°?\s*[,，;；\s]\s*${number}\s*°?\s*[)）]?$`);
/** 35°39'31.0"N 139°44'43.4"E */
const inMinutes =
  /^(\d{1,2})°\s*(\d{1,2})['′]\s*(\d{1,2}(?:\.\d+)?)["″]\s*([NS])[\s,，]*(\d{1,3})°\s*(\d{1,2})['′]\s*(\d{1,2}(?:\.\d+)?)["″]\s*([EW])$/i;

export const isLink = (text: string) => /^(https?:\/\/|geo:)/i.test(text.trim());

export function placeOf(text: string): Place | undefined {
  const typed = text.trim();
  if (isLink(typed)) {
    for (const pattern of inLinks) {
      const [, lat, lng] = pattern.exec(typed) ?? [];
      if (lat && lng) return placed(Number(lat), Number(lng));
    }
    return undefined;
  }
  const [, a, b] = decimals.exec(typed) ?? [];
  // Some maps write the longitude first; a value too large is no latitude.
  if (a && b) return Math.abs(Number(a)) > 90 ? placed(Number(b), Number(a)) : placed(Number(a), Number(b));
  const parts = inMinutes.exec(typed);
  return parts ? placed(degrees(parts.slice(1, 5)), degrees(parts.slice(5, 9))) : undefined;
}

function degrees([whole, minutes, seconds, side = ""]: string[]): number {
  const value = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  return "SWsw".includes(side) ? -value : value;
}

/** Within the globe, to six decimals: ten centimetres. */
function placed(lat: number, lng: number): Place | undefined {
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return undefined;
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) };
}

export function mapLink({ lat, lng }: Place, agent: string): string {
  if (/iPhone|iPad|Macintosh/.test(agent)) return `https://maps.apple.com/?ll=${lat},${lng}&q=${lat},${lng}`;
  if (/Android/.test(agent)) return `geo:${lat},${lng}?q=${lat},${lng}`;
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
}

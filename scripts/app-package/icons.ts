/** Teams' requirements for the two icons of an app, as far as the files show them. */
import { PNG } from 'pngjs';

const COLOR_PIXELS = 192;
const OUTLINE_PIXELS = 32;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha of each. */
  readonly data: Uint8Array;
}

function decode(bytes: Uint8Array): Pixels | undefined {
  try {
    return PNG.sync.read(Buffer.from(bytes));
  } catch {
    return undefined;
  }
}

/** Visits each pixel once. */
function count({ data }: Pixels, fits: (red: number, green: number, blue: number, alpha: number) => boolean): number {
  let found = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (fits(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0)) found += 1;
  }
  return found;
}

function sized(name: string, icon: Pixels | undefined, pixels: number): readonly string[] {
  if (icon === undefined) return [`${name}: is no PNG image.`];
  const { width, height } = icon;
  if (width === pixels && height === pixels) return [];
  return [`${name}: is ${width} x ${height} pixels and must be ${pixels} x ${pixels}.`];
}

/** 192 x 192, every pixel opaque. @returns mistakes */
export function checkColorIcon(name: string, bytes: Uint8Array): readonly string[] {
  const icon = decode(bytes);
  const wrong = sized(name, icon, COLOR_PIXELS);
  if (icon === undefined || wrong.length > 0) return wrong;
  const clear = count(icon, (...[, , , alpha]) => alpha < 255);
  return clear === 0 ? [] : [`${name}: has ${clear} transparent pixels; the colour icon must fill its square.`];
}

/** 32 x 32, white on transparent. @returns mistakes */
export function checkOutlineIcon(name: string, bytes: Uint8Array): readonly string[] {
  const icon = decode(bytes);
  const wrong = sized(name, icon, OUTLINE_PIXELS);
  if (icon === undefined || wrong.length > 0) return wrong;
  const drawn = count(icon, (...[, , , alpha]) => alpha > 0);
  const coloured = count(icon, (red, green, blue, alpha) => alpha > 0 && Math.min(red, green, blue) < 255);
  return [
    ...(drawn === 0 ? [`${name}: shows nothing.`] : []),
    ...(drawn === OUTLINE_PIXELS ** 2 ? [`${name}: has no transparent background.`] : []),
    ...(coloured > 0 ? [`${name}: has ${coloured} pixels that are not white.`] : []),
  ];
}

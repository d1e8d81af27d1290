// Bytes of a payload or result, which the API encodes as base64.

/** Returns the bytes as text, or null if they are not valid UTF-8. */
export function textOf(base64) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(base64));
  } catch {
    return null;
  }
}

export function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}

/** Returns a hex dump of the first bytes, with 16 bytes in each row. */
export function hexOf(bytes, rows) {
  const lines = [];
  for (let at = 0; at < bytes.length && lines.length < rows; at += 16) {
    const row = [...bytes.slice(at, at + 16)].map((each) => each.toString(16).padStart(2, "0"));
    lines.push(`${at.toString(16).padStart(6, "0")}  ${row.join(" ")}`);
  }
  return lines.join("\n");
}

export const sizeOf = (text) => new TextEncoder().encode(text).length;

// Bytes of a payload or result, as the API tells them: base64.

/** What the bytes are: text if they are, else null. */
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

/** The first bytes, in rows of 16, as hexadecimal digits. */
export function hexOf(bytes, rows) {
  const lines = [];
  for (let at = 0; at < bytes.length && lines.length < rows; at += 16) {
    const row = [...bytes.slice(at, at + 16)].map((each) => each.toString(16).padStart(2, "0"));
    lines.push(`${at.toString(16).padStart(6, "0")}  ${row.join(" ")}`);
  }
  return lines.join("\n");
}

export const sizeOf = (text) => new TextEncoder().encode(text).length;

const REASONS_MAX = 3;

const TASK = /\btask [0-9a-f]{32}\b/g;

/**
 * Describes how many calls were refused and why, with the most frequent reasons first.
 *
 * @param messages one for each refused task
 * @returns the end of a sentence; empty if no call was refused
 */
export function refusedWords(messages) {
  if (!messages.length) {
    return "";
  }
  const counts = new Map();
  messages
    .map((message) => (message || "no reason given").replace(TASK, "it"))
    .forEach((message) => counts.set(message, (counts.get(message) ?? 0) + 1));
  const reasons = [...counts].sort(([, a], [, b]) => b - a);
  const shown = reasons
    .slice(0, REASONS_MAX)
    .map(([message, count]) => (reasons.length > 1 ? `${count} because ${message}` : message));
  const others = reasons.length > REASONS_MAX ? "; the others for other reasons" : "";
  return `, ${messages.length} refused: ${shown.join("; ")}${others}`;
}

// The states of worker hosts in a word, and the colour that goes with it.

const HEALTH = {
  HEALTH_UNKNOWN: { name: "Unknown", tone: "off" },
  NEW: { name: "New", tone: "wait" },
  HEALTHY: { name: "Healthy", tone: "good" },
  UNHEALTHY: { name: "Unhealthy", tone: "bad" },
  MUST_DIE: { name: "Lost", tone: "bad" },
};

/** Of a place that nobody holds, and of one that is drained, that is told instead. */
export function healthOf({ instance, health, drainedBy, drained }) {
  if (!instance) {
    return { name: "Gone", tone: "off" };
  }
  if (drainedBy && health === "HEALTHY") {
    return drained ? { name: "Drained", tone: "off" } : { name: "Draining", tone: "wait" };
  }
  return HEALTH[health] ?? { name: health ?? "Unknown", tone: "off" };
}

// Names and colours for the health of worker hosts.

const HEALTH = {
  HEALTH_UNKNOWN: { name: "Unknown", tone: "off" },
  NEW: { name: "New", tone: "wait" },
  HEALTHY: { name: "Healthy", tone: "good" },
  UNHEALTHY: { name: "Unhealthy", tone: "bad" },
  MUST_DIE: { name: "Lost", tone: "bad" },
};

/**
 * Returns the name and the colour for the state of a place. A place without a host is gone. A
 * healthy host that was drained is draining or drained. Any other host has its reported health.
 */
export function healthOf({ instance, health, drainedBy, drained }) {
  if (!instance) {
    return { name: "Gone", tone: "off" };
  }
  if (drainedBy && health === "HEALTHY") {
    return drained ? { name: "Drained", tone: "off" } : { name: "Draining", tone: "wait" };
  }
  return HEALTH[health] ?? { name: health ?? "Unknown", tone: "off" };
}

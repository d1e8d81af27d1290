package dev.atf.model.worker;

/** Health of one start of a worker host. Only a healthy one is given work. */
public enum WorkerHealth {
  /** None of its exchanges with the HSC is known to be answered, or no health check has passed. */
  NEW,
  HEALTHY,
  /** It was silent for some time, or its health check fails. It is healthy again when that ends. */
  UNHEALTHY,
  /** It was silent for too long, was displaced, or was retired. It never gets work again. */
  MUST_DIE;

  /** Returns the health that follows from these facts, and from nothing else. */
  public static WorkerHealth of(WorkerFacts facts, HealthTimes times) {
    if (facts.gone() || facts.silentFor().compareTo(times.lossAfter()) >= 0) {
      return MUST_DIE;
    }
    if (!facts.acknowledged() || !facts.checked()) {
      return NEW;
    }
    boolean silent = facts.silentFor().compareTo(times.unhealthyAfter()) >= 0;
    return silent || !facts.passing() ? UNHEALTHY : HEALTHY;
  }
}

package dev.atf.model.worker;

import java.time.Duration;

/** Health of one start of a worker host. Only a healthy host gets work. */
public enum WorkerHealth {
  /**
   * It is not known yet that an answer of the HSC has reached the host, or the health check of the
   * host has not passed yet.
   */
  NEW,
  HEALTHY,
  /**
   * The host was silent for some time, or its health check fails. It becomes healthy again when it
   * reports again and its check passes.
   */
  UNHEALTHY,
  /** The host was silent for too long, was displaced, or was retired. It never gets work again. */
  MUST_DIE;

  /** Returns the health that follows from the facts. */
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

  /**
   * Facts about one start of a worker host, as the HSC or the host itself knows them. The HSC
   * measures the silence from the time at which it received an exchange; the host measures it from
   * the time at which it sent the exchange. Therefore the host always notices its loss before the
   * HSC does.
   *
   * @param acknowledged whether an answer to one of its exchanges is known to have arrived
   * @param silentFor time since its latest exchange
   * @param checked whether its health check has ever passed; true without a check
   * @param passing whether its health check passes; true without a check
   * @param gone whether it was displaced, retired or lost
   */
  record WorkerFacts(
      boolean acknowledged, Duration silentFor, boolean checked, boolean passing, boolean gone) {}
}

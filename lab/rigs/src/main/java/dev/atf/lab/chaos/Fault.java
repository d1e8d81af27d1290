package dev.atf.lab.chaos;

import com.google.common.collect.ImmutableList;
import dev.atf.lab.processes.Edge;
import java.time.Duration;

/** Fault that is injected into the system. */
sealed interface Fault {
  FaultFamily family();

  record Kill(Victim victim) implements Fault {
    @Override
    public FaultFamily family() {
      return FaultFamily.KILL;
    }
  }

  record Stop(Victim victim, Duration lasting) implements Fault {
    @Override
    public FaultFamily family() {
      return FaultFamily.PAUSE;
    }
  }

  record BadLink(Edge edge, Trouble trouble, Duration lasting) implements Fault {
    @Override
    public FaultFamily family() {
      return FaultFamily.PROXY;
    }
  }

  record Replace(Victim victim) implements Fault {
    @Override
    public FaultFamily family() {
      return FaultFamily.RESTART;
    }
  }

  /**
   * @param killed true if its processes are killed, false if they are stopped
   */
  record ZoneLoss(Zone zone, boolean killed, Duration lasting) implements Fault {
    @Override
    public FaultFamily family() {
      return FaultFamily.ZONE_LOSS;
    }
  }

  /** Zone of the system: two have a frontend, and each other service has one process. */
  enum Zone {
    A(Victim.FRONTEND, Victim.EXECUTOR),
    B(Victim.SECOND_FRONTEND, Victim.HSC, Victim.STORE_CONSUMER),
    C(Victim.CONTROLLER, Victim.EXECUTOR);

    private final ImmutableList<Victim> victims;

    Zone(Victim... victims) {
      this.victims = ImmutableList.copyOf(victims);
    }

    ImmutableList<Victim> victims() {
      return victims;
    }
  }

  /** Fault of a link. */
  enum Trouble {
    LOSE_REPLIES,
    DELAY_REPLIES,
    SWALLOW_REPLIES,
    CUT
  }

  /** Part of the system that a fault hits. */
  enum Victim {
    FRONTEND,
    SECOND_FRONTEND,
    HSC,
    STORE_CONSUMER,
    CONTROLLER,
    EXECUTOR
  }
}

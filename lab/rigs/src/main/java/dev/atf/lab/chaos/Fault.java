package dev.atf.lab.chaos;

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

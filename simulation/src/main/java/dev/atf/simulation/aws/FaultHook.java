package dev.atf.simulation.aws;

import dev.atf.simulation.time.VirtualProcess;

/** Is asked at every call of a port, before and after it: when it hurts most. */
public interface FaultHook {
  /** May pause or kill the process, whose thread then gets no further. */
  void passing(VirtualProcess process);
}

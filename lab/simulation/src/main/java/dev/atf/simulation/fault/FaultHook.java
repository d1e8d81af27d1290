package dev.atf.simulation.fault;

import dev.atf.sim.time.VirtualProcess;

/** Hook that is called before and after every call of a port, where faults do most harm. */
public interface FaultHook {
  /** Pauses or kills the process, or does nothing; the thread of a killed process stops here. */
  void passing(VirtualProcess process);
}

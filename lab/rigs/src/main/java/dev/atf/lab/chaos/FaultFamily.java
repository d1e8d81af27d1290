package dev.atf.lab.chaos;

/** Kinds of faults. */
public enum FaultFamily {
  /** SIGKILL of a service, which is started again, or of an executor. */
  KILL,
  /** SIGSTOP, and SIGCONT after a while. */
  PAUSE,
  /** Replies between two processes are lost, late or swallowed, or connections are cut. */
  PROXY,
  /** A service or all executors are replaced as in a deployment. */
  RESTART,
  /** Processes of a zone, a third of all, are killed or stopped at one instant, for a while. */
  ZONE_LOSS
}

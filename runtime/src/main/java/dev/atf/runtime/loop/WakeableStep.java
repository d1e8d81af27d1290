package dev.atf.runtime.loop;

/** Step whose next turn other threads can start earlier. */
public interface WakeableStep extends Step {
  /** Registers the action that wakes the loop of this step. It is called before the first turn. */
  void whenEarlier(Runnable wake);
}

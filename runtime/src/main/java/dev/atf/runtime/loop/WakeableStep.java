package dev.atf.runtime.loop;

/** Step whose next turn other threads bring forward. */
public interface WakeableStep extends Step {
  /** Names what wakes the loop of this step; called before its first turn. */
  void whenEarlier(Runnable wake);
}

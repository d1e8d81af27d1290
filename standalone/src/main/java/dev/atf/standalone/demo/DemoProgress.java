package dev.atf.standalone.demo;

/** Receiver of the demonstration's progress. */
public interface DemoProgress {
  void say(String what);

  void begin(String what, int total);

  void step(int done);

  /** Prints a note beside the progress. */
  default void note(String what) {}

  void end();
}

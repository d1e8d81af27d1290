package dev.atf.cli.output;

/** Receiver of the progress of a command that takes long. */
public interface Progress {
  void say(String what);

  void begin(String what, int total);

  void step(int done);

  /** Prints a note beside the progress. */
  default void note(String what) {}

  void end();
}

package dev.atf.cli.output;

/** Receiver of the progress of a long-running command. */
public interface Progress {
  /** Discards progress. */
  Progress NONE =
      new Progress() {
        @Override
        public void show(String what) {}

        @Override
        public void begin(String what, int total) {}

        @Override
        public void step(int done) {}

        @Override
        public void end() {}
      };

  void show(String what);

  void begin(String what, int total);

  void step(int done);

  /** Prints a note in addition to the progress. */
  default void note(String what) {}

  void end();
}

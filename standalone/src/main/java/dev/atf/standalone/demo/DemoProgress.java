package dev.atf.standalone.demo;

/** Who is told how far the demonstration has got. */
public interface DemoProgress {
  void say(String what);

  void begin(String what, int total);

  void step(int done);

  /** Says something beside how far it has got. */
  default void note(String what) {}

  void end();
}

package dev.atf.lab.bench;

import dev.atf.cli.output.Progress;

/** Discards progress. */
public final class NoProgress implements Progress {
  @Override
  public void say(String what) {}

  @Override
  public void begin(String what, int total) {}

  @Override
  public void step(int done) {}

  @Override
  public void end() {}
}

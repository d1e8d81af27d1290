package dev.atf.lab.processes;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Signals that Java cannot send. */
public enum UnixSignal {
  STOP,
  CONT;

  /** Returns when it was sent; a process that has ended ignores it. */
  public void send(long pid) {
    try {
      new ProcessBuilder("kill", "-" + name(), Long.toString(pid))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

package dev.atf.executor.process;

import dev.atf.runtime.loop.Threads;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Ends this process in order when its parent has ended. The parent holds the other end of standard
 * input, which is closed with the parent, even one that died before this process began to read.
 */
public final class OrphanWatch {
  private OrphanWatch() {}

  public static void start() {
    Threads.system().start("atf-orphan", OrphanWatch::endWithStandardInput);
  }

  private static void endWithStandardInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // Counts as its end.
    }
    System.exit(0);
  }
}

package dev.atf.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Processes whose starting thread lives as long as they do: see {@link ServerUser}. */
final class LongLived {
  private LongLived() {}

  static Process start(String name, ProcessBuilder builder) {
    var started = new CompletableFuture<Process>();
    var keeper = new Thread(() -> keep(builder, started), name);
    keeper.setDaemon(true);
    keeper.start();
    try {
      return started.join();
    } catch (CompletionException e) {
      throw new IllegalStateException(name + " cannot be started", e.getCause());
    }
  }

  private static void keep(ProcessBuilder builder, CompletableFuture<Process> started) {
    try {
      var process = builder.start();
      started.complete(process);
      process.waitFor();
    } catch (IOException e) {
      started.completeExceptionally(new UncheckedIOException(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

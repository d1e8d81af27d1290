package dev.atf.local;

import dev.atf.runtime.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A process whose drain writes to its temporary directory for a while, like executors that write
 * their deadlines. Prints the directory, and at its end the result of the drain.
 */
final class DrainingProcess {
  private static final int WRITES = 30;
  private static final int EVERY_MILLIS = 10;

  private DrainingProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    var directory = TemporaryDirectory.make("atf-draining-");
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  System.out.println("written " + drain(directory.path()));
                  directory.close();
                }));
    System.out.println(directory.path());
    new CountDownLatch(1).await();
  }

  private static int drain(Path directory) {
    int written = 0;
    try {
      for (int i = 0; i < WRITES; i++) {
        Files.writeString(directory.resolve("deadline"), "" + i);
        written++;
        boolean unused = new CountDownLatch(1).await(EVERY_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (IOException e) {
      System.out.println(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return written;
  }
}

package dev.atf.peers;

import dev.atf.lab.postgres.PostgresPrograms;
import dev.atf.lab.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;

/** Process that starts a server and runs until it is ended. */
public final class ServerOwner {
  static final String READY = "the server answers";

  private ServerOwner() {}

  /**
   * @param args directory of the programs, and the parent of the server's directory
   */
  public static void main(String[] args) throws IOException {
    PostgresServer.start(new PostgresPrograms(Path.of(args[0])), Path.of(args[1]));
    System.out.println(READY);
    while (System.in.read() >= 0) {
      // Waits until the parent process closes its end of the pipe.
    }
  }
}

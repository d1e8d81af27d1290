package dev.atf.peers;

import dev.atf.lab.postgres.PostgresPrograms;
import dev.atf.runtime.config.ConfigException;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/** The PostgreSQL of this machine. */
final class InstalledPostgres {
  private InstalledPostgres() {}

  /**
   * @throws TestAbortedException if there is none; the test is skipped with the reason
   */
  static PostgresPrograms orSkip() {
    try {
      return PostgresPrograms.find(Optional.empty());
    } catch (ConfigException e) {
      System.err.println("SKIPPED: " + e.getMessage());
      throw new TestAbortedException(e.getMessage(), e);
    }
  }
}

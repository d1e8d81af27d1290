package dev.atf.executor;

/**
 * Check whether this process can do its lambda's work: the disk, a device, a service that every
 * task calls. While it fails, the process takes no work, and other hosts do it ({@link
 * HealthConfig}).
 */
@FunctionalInterface
public interface HealthCheck {
  /**
   * Returns if the process can work. Runs on a thread of its own, one at a time, and is interrupted
   * when its time is over.
   *
   * @throws Exception with a message that says what is wrong, for operators
   */
  void check() throws Exception;
}

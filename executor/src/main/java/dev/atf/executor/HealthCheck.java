package dev.atf.executor;

/**
 * Checks whether this process can do its lambda's work: the disk, a device, or a service that every
 * task calls. While the check fails, this process takes no work, so that other hosts do it ({@link
 * HealthConfig}).
 */
@FunctionalInterface
public interface HealthCheck {
  /**
   * Returns normally if the process can work. Checks run one at a time on a separate thread, which
   * is interrupted after the time-out.
   *
   * @throws Exception with a message that describes the problem to operators
   */
  void check() throws Exception;
}

package dev.atf.store.embedded;

import java.util.ArrayList;
import java.util.List;

/**
 * Time before which a partition has no trigger. Removed entries remain in a sorted file as
 * tombstones until they are compacted, and a poll from the beginning would read all of them every
 * time. The time is only in memory; after a start, the first poll reads the tombstones once.
 */
final class LowWatermark {
  private final List<Scan> scans = new ArrayList<>();
  private long from = Long.MIN_VALUE;
  private long additions;

  /** Scan of the partition from its watermark. */
  final class Scan {
    private final long from;
    private long lowestAdded = Long.MAX_VALUE;

    private Scan(long from) {
      this.from = from;
    }

    long from() {
      return from;
    }

    /**
     * Records the result of the scan.
     *
     * @param first time of the first trigger that was found, or the time up to which there was none
     */
    void found(long first) {
      end(this, first);
    }
  }

  synchronized long from() {
    return from;
  }

  /** Returns the number of added triggers. */
  synchronized long additions() {
    return additions;
  }

  /**
   * Starts a scan. It must be called before the partition is read, so that triggers that are added
   * during the scan are known.
   */
  synchronized Scan begin() {
    var scan = new Scan(from);
    scans.add(scan);
    return scan;
  }

  /** Records a trigger after it was written. */
  synchronized void added(long millis) {
    additions++;
    from = Math.min(from, millis);
    scans.forEach(scan -> scan.lowestAdded = Math.min(scan.lowestAdded, millis));
  }

  private synchronized void end(Scan scan, long first) {
    scans.remove(scan);
    // A value to which another scan has raised it by now is valid as well.
    from = Math.max(from, Math.min(first, scan.lowestAdded));
  }
}

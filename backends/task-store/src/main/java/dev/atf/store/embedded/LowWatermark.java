package dev.atf.store.embedded;

import java.util.ArrayList;
import java.util.List;

/**
 * Time before which a partition has no trigger. In a sorted file, the removed entries of a queue
 * remain as tombstones until they are compacted, and a poll that starts at the first of them would
 * read all of them every time. Only this process knows the time; after its start, the first poll
 * reads the tombstones once.
 */
final class LowWatermark {
  private final List<Scan> scans = new ArrayList<>();
  private long from = Long.MIN_VALUE;
  private long additions;

  /** Read of the partition from its watermark on. */
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
     * @param first the time of the first trigger that it found, or the time up to which there was
     *     none
     */
    void found(long first) {
      end(this, first);
    }
  }

  synchronized long from() {
    return from;
  }

  /** Returns how many triggers were added. */
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

  /** Called after a trigger was written. */
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

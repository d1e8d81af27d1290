package dev.atf.store.embedded;

import java.util.ArrayList;
import java.util.List;

/**
 * Time before which a partition has no trigger. A queue in a sorted file leaves removed entries
 * behind as tombstones until it is compacted; a poll that began at the first of them would read
 * them all again, every time. Known to this process alone: at its start the first poll reads them
 * once.
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

  /** Starts a scan before the partition is read, so that triggers added meanwhile are known. */
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

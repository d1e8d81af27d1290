package dev.atf.blob.store;

import dev.atf.blob.BlobStoreException;
import dev.atf.blob.TenantFullException;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.object.BlobObjects.ListedObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimate of the bytes that each limited tenant stores. It is the size found by the last complete
 * listing, plus what this process has stored since that listing started, plus its current uploads.
 * The limit can be exceeded by what other processes accept between two listings.
 */
final class TenantBytes {
  /** Minimum size that a content counts as, because its record and its directory need space. */
  static final long CONTENT_BYTES_MIN = 16 * 1024;

  /** Minimum time between two steps of the listings of a tenant. Only uploads start a step. */
  static final Duration STEP_EVERY = Duration.ofSeconds(10);

  /**
   * Maximum number of pages of a step, so that it takes about a second on S3. A longer listing
   * continues with the next step.
   */
  static final int STEP_PAGES_MAX = 10;

  /** Maximum number of objects in a page, which is the maximum of S3. */
  private static final int PAGE_OBJECTS_MAX = 1_000;

  private static final Logger log = LoggerFactory.getLogger(TenantBytes.class);

  private final BlobObjects objects;
  private final InstantSource clock;

  /** Tenants with a limit. There are a few hundred at most. */
  private final Map<String, Tenant> tenants = new ConcurrentHashMap<>();

  TenantBytes(BlobObjects objects, InstantSource clock) {
    this.objects = objects;
    this.clock = clock;
  }

  /**
   * Counts an upload until its share ends.
   *
   * @throws TenantFullException if the tenant would have more than {@code max} bytes
   */
  Share take(String name, long bytes, long max) {
    var tenant = tenants.computeIfAbsent(name, Tenant::new);
    long counted = Math.max(bytes, CONTENT_BYTES_MIN);
    tenant.take(counted, max);
    return new Share(tenant.uploading, tenant.stored, counted);
  }

  /** Share of one upload in the estimate. */
  record Share(AtomicLong uploading, AtomicLong stored, long bytes) {
    /** Counts the bytes as stored, too. */
    void store() {
      stored.addAndGet(bytes);
    }

    /** Ends the upload, whose bytes no longer count as uploading. */
    void end() {
      uploading.addAndGet(-bytes);
    }
  }

  /**
   * Bytes of one tenant. Its lock is held during a listing step, so that other callers wait for the
   * step.
   */
  private final class Tenant {
    private final String name;
    private final AtomicLong uploading = new AtomicLong();

    /** Bytes that this process has stored since it started. */
    private final AtomicLong stored = new AtomicLong();

    private Instant stepAt = Instant.MIN;
    private boolean isAnswered;

    /** Bytes that the last complete listing has found. */
    private long listed;

    /** Value of {@link #stored} when that listing began. */
    private long storedBefore;

    /** Position, bytes so far, and initial value of {@link #stored}, of the listing in progress. */
    private Optional<String> next = Optional.empty();

    private long found;
    private long storedBeforeFound;

    Tenant(String name) {
      this.name = name;
    }

    synchronized void take(long bytes, long max) {
      var now = clock.instant();
      if (Duration.between(stepAt, now).abs().compareTo(STEP_EVERY) >= 0) {
        stepAt = now;
        isAnswered = step();
      }
      long present = Math.max(listed, found) + stored.get() - storedBefore + uploading.get();
      if (isAnswered && present + bytes > max) {
        throw new TenantFullException(
            "tenant: %s has about %d bytes of files (expected: at most %d, its quota filesBytesMax, with this file, which counts as %d); wait until files of finished tasks are removed, or raise the quota in the policy"
                .formatted(name, present, max, bytes));
      }
      uploading.addAndGet(bytes);
    }

    /** Continues the listing, or starts the next one. Returns whether the store has answered. */
    private boolean step() {
      try {
        for (int pages = 0; pages < STEP_PAGES_MAX; pages++) {
          if (next.isEmpty()) {
            found = 0;
            storedBeforeFound = stored.get();
          }
          var page = objects.list(name, next, PAGE_OBJECTS_MAX);
          found += page.objects().stream().mapToLong(TenantBytes::bytes).sum();
          next = page.next();
          if (next.isEmpty()) {
            listed = found;
            storedBefore = storedBeforeFound;
            break;
          }
        }
        return true;
      } catch (BlobStoreException e) {
        log.warn("tenant={} its files could not be counted, and are not limited", name, e);
        return false;
      }
    }
  }

  private static long bytes(ListedObject object) {
    return object instanceof ListedObject.Content content
        ? Math.max(content.bytes(), CONTENT_BYTES_MIN)
        : 0;
  }
}

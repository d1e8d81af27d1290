package dev.atf.store.lambda;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.rows.Rows;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Registry whose table is read completely only after a change. Each write also replaces a version
 * in the members table, and reading that version costs one read unit. If a writer dies before it
 * replaces the version, its change appears in the list at most {@link #READ_EVERY} late.
 * Thread-safe.
 */
public final class VersionedLambdas extends LambdaRegistry {
  /**
   * Time after which all lambdas are read even without a new version, because a version may have
   * been lost.
   */
  public static final Duration READ_EVERY = Duration.ofMinutes(2);

  private static final String SERVICE = "versions";
  private static final String VERSION = "lambdas";
  private static final Duration KEPT = Duration.ofDays(3_650);

  private final MemberRegistry versions;
  private final InstantSource clock;
  private volatile Listed last = new Listed(Map.of(), Instant.MIN, List.of());

  private record Listed(Map<String, Sighting> version, Instant at, List<LambdaDefinition> all) {
    boolean isOf(Map<String, Sighting> now, Instant time) {
      return version.equals(now) && !at.isAfter(time) && at.plus(READ_EVERY).isAfter(time);
    }
  }

  public VersionedLambdas(Rows<Row> table, MemberRegistry versions, InstantSource clock) {
    super(table);
    this.versions = versions;
    this.clock = clock;
  }

  @Override
  public List<LambdaDefinition> list() {
    var now = clock.instant();
    var version = versions.seen(SERVICE, Instant.EPOCH);
    var known = last;
    if (known.isOf(version, now)) {
      return known.all();
    }
    var listed = super.list();
    last = new Listed(version, now, listed);
    return listed;
  }

  @Override
  public boolean put(LambdaDefinition definition, Optional<LambdaDefinition> expected) {
    return changed(super.put(definition, expected), "put", definition);
  }

  @Override
  public boolean delete(LambdaDefinition expected, Instant now) {
    return changed(super.delete(expected, now), "deleted", expected);
  }

  /**
   * Replaces the version if a write was applied. Also after a refusal, because a repeated call that
   * was applied before gets one.
   */
  private boolean changed(boolean written, String how, LambdaDefinition lambda) {
    var now = clock.instant();
    var note = "%s %s %08x".formatted(how, lambda.name(), lambda.hashCode());
    versions.beat(SERVICE, VERSION, note, now, now.plus(KEPT));
    return written;
  }
}

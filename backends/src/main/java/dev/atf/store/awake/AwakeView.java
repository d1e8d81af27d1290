package dev.atf.store.awake;

import dev.atf.model.LambdaName;
import dev.atf.store.StoreException;
import dev.atf.store.StoreLocality;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Active lambdas as of the last read. All lambdas count as active before the first read, and always
 * if the store is local, because skipping lists saves nothing there. Thread-safe.
 */
@Singleton
public final class AwakeView {
  private static final Logger log = LoggerFactory.getLogger(AwakeView.class);

  /** Time after which a read is considered outdated. */
  private static final Duration KNOWN_FOR = Duration.ofSeconds(30);

  private final AwakeLambdas lambdas;
  private final StoreLocality store;
  private volatile Optional<Known> known = Optional.empty();

  private record Known(Set<LambdaName> awake, Instant at) {
    boolean isOf(Instant now) {
      return !at.isAfter(now) && at.plus(KNOWN_FOR).isAfter(now);
    }
  }

  @Inject
  public AwakeView(AwakeLambdas lambdas, StoreLocality store) {
    this.lambdas = lambdas;
    this.store = store;
  }

  /** Reads the awake lambdas again. After a failure, all lambdas count as awake. */
  public void refresh(Instant now) {
    if (store.isNear()) {
      return;
    }
    try {
      known = Optional.of(new Known(lambdas.read(now), now));
    } catch (StoreException e) {
      known = Optional.empty();
      log.warn("the awake lambdas could not be read, all are taken for awake: {}", e.toString());
    }
  }

  /** Returns whether a lambda has, or may have, something to do soon. */
  public boolean isAwake(LambdaName lambda, Instant now) {
    return known.filter(it -> it.isOf(now)).map(it -> it.awake().contains(lambda)).orElse(true);
  }
}

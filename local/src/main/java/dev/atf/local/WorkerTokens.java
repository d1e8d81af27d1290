package dev.atf.local;

import dev.atf.local.TokenIssuer.Subject;
import dev.atf.runtime.loop.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/**
 * The tokens of this machine's own controller and executors: each may work for its lambdas, the
 * controller for all if they include {@code *}, and do nothing else. Rewritten long before they
 * expire.
 */
final class WorkerTokens implements Step {
  private static final Duration LIFETIME = Duration.ofHours(1);

  private final TokenIssuer issuer;
  private final Collection<String> lambdas;
  private final InstantSource instants;

  WorkerTokens(TokenIssuer issuer, Collection<String> lambdas, InstantSource instants) {
    this.issuer = issuer;
    this.lambdas = List.copyOf(lambdas);
    this.instants = instants;
  }

  @Override
  public Duration turn() {
    controller();
    lambdas.stream().filter(lambda -> !lambda.equals("*")).forEach(this::executor);
    return LIFETIME.dividedBy(4);
  }

  /** Returns the file of the controller's token. */
  Path controller() {
    var grants = lambdas.stream().map(WorkerTokens::work).toList();
    return issuer.write(new Subject("controller", "*", grants), instants.instant(), LIFETIME);
  }

  /** Returns the file of the token of a lambda's executors. */
  Path executor(String lambda) {
    var subject = new Subject("executor-" + lambda, "*", List.of(work(lambda)));
    return issuer.write(subject, instants.instant(), LIFETIME);
  }

  private static String work(String lambda) {
    return "execute:" + lambda;
  }
}

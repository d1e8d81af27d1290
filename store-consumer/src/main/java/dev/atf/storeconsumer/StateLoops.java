package dev.atf.storeconsumer;

import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.Step;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.HscWatch;
import dev.atf.storeconsumer.member.Membership;
import jakarta.inject.Inject;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loops by which a store consumer knows the state of its cluster: its share of the shards, the
 * lambdas with their gates, and whether HSCs live. They start in this order, before all others;
 * their names are labels of metrics.
 */
final class StateLoops {
  private static final Logger log = LoggerFactory.getLogger(StateLoops.class);

  private final Loops loops;
  private final Membership membership;
  private final LambdaDirectory directory;
  private final HscWatch hscWatch;
  private @Nullable Loop membershipLoop;

  @Inject
  StateLoops(Loops loops, Membership membership, LambdaDirectory directory, HscWatch hscWatch) {
    this.loops = loops;
    this.membership = membership;
    this.directory = directory;
    this.hscWatch = hscWatch;
  }

  /**
   * @param uri by which HSCs call this consumer
   */
  void start(String uri) {
    membership.announce(uri);
    // Known before the first poll, if the store can be asked; learnt later, if not.
    tryOnce("membership", membership);
    tryOnce("lambda-directory", directory);
    tryOnce("hsc-watch", hscWatch);
    membershipLoop = loops.start("membership", membership);
    loops.start("lambda-directory", directory);
    loops.start("hsc-watch", hscWatch);
  }

  /** Hands its share to the others; what else is known goes on being read. */
  void leave() {
    if (membershipLoop == null) {
      return;
    }
    loops.stop(membershipLoop);
    try {
      membership.leave();
    } catch (RuntimeException e) {
      log.warn("could not leave; the others notice after the member time-out: {}", e.toString());
    }
  }

  private static void tryOnce(String name, Step step) {
    try {
      step.turn();
    } catch (Exception e) {
      log.warn("loop={} could not begin, and goes on trying: {}", name, e.toString());
    }
  }
}

package dev.atf.storeconsumer;

import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.Step;
import dev.atf.storeconsumer.alarm.CheckPoll;
import dev.atf.storeconsumer.alarm.DeadlineSweep;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.HscWatch;
import dev.atf.storeconsumer.member.Membership;
import dev.atf.storeconsumer.release.BacklogWatch;
import dev.atf.storeconsumer.release.DrainRates;
import dev.atf.storeconsumer.release.DuePoll;
import dev.atf.storeconsumer.release.GateStep;
import dev.atf.storeconsumer.release.ReleaseStep;
import jakarta.inject.Inject;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loops of a store consumer, in the order in which they start; their names are labels of
 * metrics. Loops that read the state of the cluster start first. Of the others, the loop that
 * handles the tasks of a poll starts before the poll.
 */
final class StoreConsumerLoops {
  private static final Logger log = LoggerFactory.getLogger(StoreConsumerLoops.class);

  private final Loops loops;
  private final Membership membership;
  private final LambdaDirectory directory;
  private final HscWatch hscWatch;
  private final ReleaseStep release;
  private final GateStep gate;
  private final DuePoll duePoll;
  private final CheckPoll checkPoll;
  private final DeadlineSweep deadlines;
  private final DrainRates drainRates;
  private final BacklogWatch backlogs;
  private final Map<String, Step> others;
  private @Nullable Loop membershipLoop;

  /**
   * @param others loops that other packages contribute, by name
   */
  @Inject
  StoreConsumerLoops(
      Loops loops,
      Membership membership,
      LambdaDirectory directory,
      HscWatch hscWatch,
      ReleaseStep release,
      GateStep gate,
      DuePoll duePoll,
      CheckPoll checkPoll,
      DeadlineSweep deadlines,
      DrainRates drainRates,
      BacklogWatch backlogs,
      Map<String, Step> others) {
    this.loops = loops;
    this.membership = membership;
    this.directory = directory;
    this.hscWatch = hscWatch;
    this.release = release;
    this.gate = gate;
    this.duePoll = duePoll;
    this.checkPoll = checkPoll;
    this.deadlines = deadlines;
    this.drainRates = drainRates;
    this.backlogs = backlogs;
    this.others = others;
  }

  /**
   * @param uri address by which HSCs call this consumer
   */
  void start(String uri) {
    membership.announce(uri);
    // If the store answers, the members are known before the first poll; otherwise later.
    tryOnce("membership", membership);
    tryOnce("lambda-directory", directory);
    tryOnce("hsc-watch", hscWatch);
    membershipLoop = loops.start("membership", membership);
    loops.start("lambda-directory", directory);
    loops.start("hsc-watch", hscWatch);

    var releaseLoop = loops.start("release", release);
    release.whenEarlier(releaseLoop::wake);
    var gateLoop = loops.start("gate", gate);
    gate.whenEarlier(gateLoop::wake);
    var dueLoop = loops.start("due-poll", duePoll);
    directory.whenGatesChange(dueLoop::wake);
    loops.start("check-poll", checkPoll);
    loops.start("deadlines", deadlines);
    loops.start("rates", drainRates);
    loops.start("backlog", backlogs);
    others.forEach(loops::start);
  }

  private static void tryOnce(String name, Step step) {
    try {
      step.turn();
    } catch (Exception e) {
      log.warn("loop={} failed at the start and will be repeated: {}", name, e.toString());
    }
  }

  /** Hands the share of this consumer to the others, and then stops all loops. */
  void stop() {
    leave();
    loops.close();
  }

  private void leave() {
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

  /** Returns whether no turn has lasted too long. */
  boolean allAlive() {
    return loops.allAlive();
  }
}

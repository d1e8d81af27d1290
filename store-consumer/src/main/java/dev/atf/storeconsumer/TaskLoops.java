package dev.atf.storeconsumer;

import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.Step;
import dev.atf.storeconsumer.alarm.CheckPoll;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.release.BacklogWatch;
import dev.atf.storeconsumer.release.DrainRates;
import dev.atf.storeconsumer.release.DuePoll;
import dev.atf.storeconsumer.release.GateStep;
import dev.atf.storeconsumer.release.ReleaseStep;
import jakarta.inject.Inject;
import java.util.Map;

/**
 * The loops by which a store consumer works on tasks, and those that others contribute, in the
 * order in which they start: what a poll finds meets the loop that takes it. Their names are labels
 * of metrics.
 */
final class TaskLoops {
  private final Loops loops;
  private final ReleaseStep release;
  private final GateStep gate;
  private final DuePoll duePoll;
  private final LambdaDirectory directory;
  private final CheckPoll checkPoll;
  private final DrainRates drainRates;
  private final BacklogWatch backlogs;
  private final Map<String, Step> others;

  @Inject
  TaskLoops(
      Loops loops,
      ReleaseStep release,
      GateStep gate,
      DuePoll duePoll,
      LambdaDirectory directory,
      CheckPoll checkPoll,
      DrainRates drainRates,
      BacklogWatch backlogs,
      Map<String, Step> others) {
    this.loops = loops;
    this.release = release;
    this.gate = gate;
    this.duePoll = duePoll;
    this.directory = directory;
    this.checkPoll = checkPoll;
    this.drainRates = drainRates;
    this.backlogs = backlogs;
    this.others = others;
  }

  void start() {
    var releaseLoop = loops.start("release", release);
    release.whenEarlier(releaseLoop::wake);
    var gateLoop = loops.start("gate", gate);
    gate.whenEarlier(gateLoop::wake);
    var dueLoop = loops.start("due-poll", duePoll);
    directory.whenGatesChange(dueLoop::wake);
    loops.start("check-poll", checkPoll);
    loops.start("rates", drainRates);
    loops.start("backlog", backlogs);
    others.forEach(loops::start);
  }
}

package dev.atf.storeconsumer.release;

import dev.atf.hints.DueHint;
import dev.atf.store.TriggerEntry;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.member.OwnedShards;
import jakarta.inject.Inject;
import java.time.InstantSource;

/** Accepts hints about tasks that are due before the next poll, without reading the tasks. */
public final class HintedTasks {
  private final LambdaDirectory directory;
  private final OwnedShards shards;
  private final DueIntake intake;
  private final InstantSource clock;

  @Inject
  public HintedTasks(
      LambdaDirectory directory, OwnedShards shards, DueIntake intake, InstantSource clock) {
    this.directory = directory;
    this.shards = shards;
    this.intake = intake;
    this.clock = clock;
  }

  /**
   * Adds a task to the look-ahead, to be released at its time. A task that does not fit, or is due
   * after the next poll, is left to the poll.
   *
   * @return whether this consumer owns the task's list
   */
  public boolean take(DueHint hint) {
    var shard =
        directory
            .find(hint.lambda())
            .filter(lambda -> lambda.priorities().contains(hint.priority()))
            .filter(lambda -> hint.shard() >= 0 && hint.shard() < lambda.shards())
            .map(lambda -> new Shard(lambda, hint.priority(), hint.shard()))
            .filter(shards::owns);
    shard.ifPresent(
        own ->
            intake.take(
                new DueList(own, null, hint.group()),
                new TriggerEntry(
                    hint.taskId(), hint.dueAt(), hint.epoch(), hint.collection(), hint.dueAt()),
                directory.gates(),
                clock.instant()));
    return shard.isPresent();
  }
}

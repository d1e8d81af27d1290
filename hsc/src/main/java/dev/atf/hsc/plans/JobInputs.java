package dev.atf.hsc.plans;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.atf.hsc.claim.WorkInputs;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.JsonItems;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Work;
import dev.atf.protocol.v1.WorkOfJob;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobGraphs;
import dev.atf.store.plans.Plans;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads the inputs of a job's task in addition to its payload: the results of earlier steps, and
 * the item of a fan-out. If the step has no payload, the item is also the payload.
 */
final class JobInputs implements WorkInputs {
  private static final int BATCH = 1_000;

  private final Plans plans;
  private final JobGraphs graphs;
  private final TaskAssociations associations;
  private final TaskEntities entities;

  @Inject
  public JobInputs(
      Plans plans, JobGraphs graphs, TaskAssociations associations, TaskEntities entities) {
    this.plans = plans;
    this.graphs = graphs;
    this.associations = associations;
    this.entities = entities;
  }

  /**
   * Reads the inputs. They include everything that the job's supervisor saw, because the job is
   * read with strong consistency, and so is each result that an eventually consistent read does not
   * return.
   */
  @Override
  public Optional<Work> of(TaskEntity task, Instant now) {
    var origin = task.header().origin();
    if (origin == null || !PlanKind.JOB.isKindOf(origin)) {
      return Optional.of(NONE);
    }
    var plan = plans.find(PlanId.of(origin));
    if (plan.isEmpty()) {
      // A job is forgotten together with its tasks.
      return Optional.of(NONE);
    }
    var row = JobCodec.read(plan.get());
    var member = JobMember.parse(origin.member());
    var graph = graphs.of(plan.get(), row);
    var left = Duration.between(now, task.header().deadline());
    return new Reading(plan.get(), graph, row.state(), task.payload()).of(member, left);
  }

  /** Read of one task's inputs. {@code left} is the number of bytes that they may still have. */
  private final class Reading {
    private final Plan job;
    private final JobGraph graph;
    private final JobState state;
    private final Payload payload;
    private long left;

    Reading(Plan job, JobGraph graph, JobState state, Payload payload) {
      this.job = job;
      this.graph = graph;
      this.state = state;
      this.payload = payload;
      this.left = Limits.PAYLOAD_BYTES_MAX - (long) payload.bytes().length;
    }

    Optional<Work> of(JobMember member, Duration untilDeadline) {
      var work =
          WorkOfJob.newBuilder()
              .setLambda(job.lambda().value())
              .setJob(job.name())
              .setStep(member.step())
              .setCompensates(member.reverts());
      if (graph.step(member.place()).ultimatum() != null && !member.reverts()) {
        work.setUltimatumLeft(ProtoTimes.proto(untilDeadline));
      }
      if (member.item() != null) {
        work.setItem(member.item());
      }
      var given = Work.newBuilder();
      item(member)
          .ifPresent(
              json -> {
                work.setItemJson(json);
                if (payload.isEmpty()) {
                  given.setPayload(json).setContentType(Payload.JSON);
                }
              });
      if (member.reverts()) {
        input(member.step(), List.of(member.reverted()), work);
      } else {
        for (var name : graph.step(member.place()).inputs()) {
          int place = graph.place(name).orElseThrow();
          input(name, state.results(graph, place), work);
        }
      }
      return left < 0 ? Optional.empty() : Optional.of(given.setJob(work).build());
    }

    private void input(String step, List<JobMember> members, WorkOfJob.Builder work) {
      var input = WorkOfJob.Input.newBuilder().setStep(step);
      for (int from = 0; from < members.size() && left >= 0; from += BATCH) {
        results(members.subList(from, Math.min(members.size(), from + BATCH)))
            .forEach(
                result ->
                    input.addResults(
                        WorkOfJob.Result.newBuilder()
                            .setData(UnsafeByteOperations.unsafeWrap(result.bytes()))
                            .setContentType(result.contentType())));
      }
      work.addInputs(input);
    }

    private List<Payload> results(List<JobMember> members) {
      var ids = members.stream().map(member -> member.taskOf(job.id())).toList();
      var found = associations.findAll(ids);
      return ids.stream()
          .takeWhile(id -> left >= 0)
          .flatMap(id -> result(id, Optional.ofNullable(found.get(id))).stream())
          .toList();
    }

    /**
     * Reads a result.
     *
     * @param seen association from an eventually consistent read, possibly from before the task's
     *     end
     */
    private Optional<Payload> result(TaskId id, Optional<Association> seen) {
      var task = seen.filter(found -> found.status().finished()).or(() -> associations.find(id));
      var result = task.flatMap(this::result);
      result.ifPresent(payload -> left -= payload.bytes().length);
      return result;
    }

    private Optional<Payload> result(Association task) {
      var outcome = task.outcome();
      if (outcome == null || task.status() != TaskStatus.SUCCESS) {
        return Optional.empty();
      }
      return outcome.resultStoredApart()
          ? entities.findResult(task.taskId(), task.epoch())
          : Optional.of(Optional.ofNullable(outcome.result()).orElse(Payload.EMPTY));
    }

    private Optional<ByteString> item(JobMember member) {
      Integer place = member.item();
      return place == null
          ? Optional.empty()
          : list(member)
              .flatMap(list -> JsonItems.of(list.bytes()))
              .filter(items -> place < items.size())
              .map(
                  items -> {
                    var json = items.get(place).getBytes(StandardCharsets.UTF_8);
                    left -= json.length;
                    return UnsafeByteOperations.unsafeWrap(json);
                  });
    }

    private Optional<Payload> list(JobMember member) {
      if (graph.step(member.place()).fanOut() instanceof FanOut.ResultOf source) {
        int place = graph.place(source.step()).orElseThrow();
        var result = state.member(graph, place, 0).reverted();
        return associations.find(result.taskOf(job.id())).flatMap(this::result);
      }
      return entities
          .findEntity(JobContents.items(job.id(), member.place()))
          .map(TaskEntity::payload);
    }
  }
}

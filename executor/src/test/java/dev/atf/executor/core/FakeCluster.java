package dev.atf.executor.core;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.protocol.v1.AppendLogResponse;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Controller and HSC in memory that keep the protocol: a claim is held until it is taken away or
 * has a result; the same result again is recorded, another one is a conflict.
 */
public final class FakeCluster implements ControllerCalls, HscCalls {
  private static final long SLICE = 20;

  public final BlockingQueue<Work> queue = new LinkedBlockingQueue<>();
  public final Map<String, AttemptRef> held = new ConcurrentHashMap<>();
  public final Map<AttemptRef, AttemptResult> recorded = new ConcurrentHashMap<>();
  public final List<ReturnedWork> returned = Collections.synchronizedList(new ArrayList<>());
  public final List<HeartbeatRequest> heartbeats = Collections.synchronizedList(new ArrayList<>());
  public final Set<String> cancelRequested = ConcurrentHashMap.newKeySet();
  public final Set<String> killRequested = ConcurrentHashMap.newKeySet();

  /** Tasks whose logs somebody follows. */
  public final Set<String> followed = ConcurrentHashMap.newKeySet();

  /** Parts of logs as they came, repetitions among them. */
  public final List<AppendLogRequest> logParts = Collections.synchronizedList(new ArrayList<>());

  /** Tasks whose leases cannot be extended. */
  public final Set<String> notExtended = ConcurrentHashMap.newKeySet();

  /** Notes of each task as the store has them: the latest value of each field. */
  public final Map<String, AttemptNotes> notes = new ConcurrentHashMap<>();

  /** Claims whose end an executor has reported after its last call for work. */
  public final List<String> endedClaims = Collections.synchronizedList(new ArrayList<>());

  public final AtomicInteger resultCalls = new AtomicInteger();

  /** Number of the next SetResults that are applied, and their replies lost. */
  public final AtomicInteger lostResultReplies = new AtomicInteger();

  /** Number of the next heartbeats that are applied, and their replies lost. */
  public final AtomicInteger lostHeartbeatReplies = new AtomicInteger();

  /** Latest work that was handed out for each task. */
  public final Map<String, Work> handedOut = new ConcurrentHashMap<>();

  /**
   * Time at which each held task was handed out or heartbeated last, by {@link
   * MonotonicClock#system}.
   */
  private final Map<String, Long> keptAliveAt = new ConcurrentHashMap<>();

  /** Lock under which a claim starts, ends or is renewed. */
  private final Object claims = new Object();

  private final MonotonicClock clock = MonotonicClock.system();

  /** Set if returned work is handed out again: the same attempt, in a new epoch. */
  public volatile boolean handsOutAgain;

  public volatile boolean hscDown;
  public volatile boolean controllerDown;

  /** Set once the executor has ended its waiting for work. */
  private volatile boolean noMore;

  public volatile Duration waited = Duration.ZERO;

  /**
   * Duration of a call for work; a call that is given up before loses the work that was claimed for
   * it.
   */
  public volatile Duration answersAfter = Duration.ZERO;

  public volatile Runnable duringCall = () -> {};
  public volatile Runnable duringReport = () -> {};
  public volatile Runnable duringReturn = () -> {};

  public boolean noMoreWanted() {
    return noMore;
  }

  public static Work work(String taskId, String lambda, String json) {
    return work(taskId, lambda, json, Duration.ofSeconds(25));
  }

  public static Work work(String taskId, String lambda, String json, Duration lease) {
    return Work.newBuilder()
        .setTaskId(taskId)
        .setEpoch(3)
        .setClaimId("claim-" + taskId)
        .setAttempt(2)
        .setLambda(lambda)
        .setPriority("high")
        .setCollection("colour")
        .setLease(ProtoTimes.proto(lease))
        .setPayload(ByteString.copyFrom(json, StandardCharsets.UTF_8))
        .setContentType("application/json")
        .putLabels("team", "blue")
        .setScheduledAt(Timestamp.newBuilder().setSeconds(1_700_000_000))
        .build();
  }

  /** Returns the work of the next attempt, with the notes of this one. */
  public Work nextAttempt(Work before) {
    var next =
        before.toBuilder()
            .setEpoch(before.getEpoch() + 1)
            .setAttempt(before.getAttempt() + 1)
            .setClaimId(before.getClaimId() + "'");
    var left = notes.get(before.getTaskId());
    if (left != null && left.hasCheckpoint()) {
      next.setCheckpoint(left.getCheckpoint());
    }
    return next.build();
  }

  private void note(AttemptNotes sent) {
    var known = notes.getOrDefault(sent.getTaskId(), sent).toBuilder();
    if (sent.hasProgress()) {
      known.setProgress(sent.getProgress());
    }
    if (sent.hasCheckpoint()) {
      known.setCheckpoint(sent.getCheckpoint());
    }
    notes.put(sent.getTaskId(), known.build());
  }

  public static AttemptRef refOf(Work work) {
    return new RunningAttempt(work, 0).ref();
  }

  @Override
  public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
    var response = nextWork(request, () -> false);
    if (answersAfter.compareTo(timeout) > 0) {
      throw Status.DEADLINE_EXCEEDED.asRuntimeException();
    }
    return response;
  }

  NextWorkResponse nextWork(NextWorkRequest request, BooleanSupplier cancelled) {
    duringCall.run();
    if (controllerDown) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }
    var response = NextWorkResponse.newBuilder().setWaited(ProtoTimes.proto(waited));
    var work = poll(ProtoTimes.java(request.getWait()), cancelled);
    while (work != null) {
      handOut(work);
      response.addWork(work);
      work = response.getWorkCount() < request.getTasksMax() ? queue.poll() : null;
    }
    return response.build();
  }

  private void handOut(Work work) {
    synchronized (claims) {
      handedOut.put(work.getTaskId(), work);
      keptAliveAt.put(work.getTaskId(), clock.nanos());
      held.put(work.getTaskId(), refOf(work));
    }
  }

  /** Waits in slices, so that a call that has ended takes nothing. */
  private @Nullable Work poll(Duration wait, BooleanSupplier cancelled) {
    try {
      // Work that is there when the call comes counts as claimed for it.
      var work = queue.poll();
      for (long left = wait.toMillis();
          work == null && left > 0 && !noMore && !cancelled.getAsBoolean();
          left -= SLICE) {
        work = queue.poll(Math.min(left, SLICE), TimeUnit.MILLISECONDS);
      }
      return work;
    } catch (InterruptedException e) {
      throw Status.CANCELLED.asRuntimeException();
    }
  }

  @Override
  public void returnWork(ReturnWorkRequest request, Duration timeout) {
    duringReturn.run();
    noMore |= request.getWorkCount() == 0;
    endedClaims.addAll(request.getDoneList());
    request.getWorkList().forEach(this::takeBack);
  }

  /** Ends the claim, unless the task has another one since. */
  private void takeBack(ReturnedWork work) {
    returned.add(work);
    synchronized (claims) {
      var before = handedOut.get(work.getTaskId());
      if (before != null
          && before.getEpoch() == work.getEpoch()
          && held.remove(work.getTaskId(), refOf(before))
          && handsOutAgain) {
        queue.add(before.toBuilder().setEpoch(before.getEpoch() + 1).build());
      }
    }
  }

  @Override
  public void stopWaiting() {}

  @Override
  public HeartbeatResponse heartbeat(HeartbeatRequest request, Duration timeout) {
    duringCall.run();
    if (hscDown) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }
    heartbeats.add(request);
    var response = HeartbeatResponse.newBuilder();
    request.getNotesList().stream()
        .filter(sent -> held.containsKey(sent.getTaskId()))
        .forEach(this::note);
    if (lostHeartbeatReplies.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
      throw Status.UNAVAILABLE.withDescription("reply lost").asRuntimeException();
    }
    for (var ref : request.getAttemptsList()) {
      if (notExtended.contains(ref.getTaskId())) {
        response.addUnknown(ref.getTaskId());
      } else if (!keepAlive(ref)) {
        response.addLost(ref.getTaskId());
      } else if (cancelRequested.contains(ref.getTaskId())) {
        response.addCancelRequested(ref.getTaskId());
      } else if (killRequested.contains(ref.getTaskId())) {
        response.addKill(ref.getTaskId());
      } else if (followed.contains(ref.getTaskId())) {
        response.addFollow(ref.getTaskId());
      }
    }
    return response.build();
  }

  @Override
  public AppendLogResponse appendLog(AppendLogRequest request, Duration timeout) {
    if (hscDown) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }
    logParts.add(request);
    return AppendLogResponse.getDefaultInstance();
  }

  @Override
  public SetResultsResponse setResults(SetResultsRequest request, Duration timeout) {
    resultCalls.incrementAndGet();
    duringReport.run();
    if (hscDown) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }
    var response = SetResultsResponse.newBuilder();
    request.getResultsList().forEach(result -> response.addVerdicts(record(result)));
    if (lostResultReplies.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
      throw Status.UNAVAILABLE.withDescription("reply lost").asRuntimeException();
    }
    return response.build();
  }

  private boolean keepAlive(AttemptRef ref) {
    synchronized (claims) {
      boolean holds = ref.equals(held.get(ref.getTaskId()));
      if (holds) {
        keptAliveAt.put(ref.getTaskId(), clock.nanos());
      }
      return holds;
    }
  }

  /**
   * Expires tasks that were not heartbeated for this time, and hands them out as next attempts.
   *
   * @return number of these tasks
   */
  public int endLeases(Duration lease) {
    int ended = 0;
    synchronized (claims) {
      for (var work : handedOut.values()) {
        var since = keptAliveAt.getOrDefault(work.getTaskId(), clock.nanos());
        if (clock.since(since).compareTo(lease) > 0 && held.remove(work.getTaskId(), refOf(work))) {
          queue.add(nextAttempt(work));
          ended++;
        }
      }
    }
    return ended;
  }

  private ResultVerdict record(AttemptResult result) {
    var ref = result.getAttemptRef();
    var before = recorded.get(ref);
    if (before != null) {
      return before.equals(result)
          ? recordedVerdict()
          : ResultVerdict.newBuilder().setVerdict(ResultVerdict.Verdict.RESULT_CONFLICT).build();
    }
    if (!held.remove(ref.getTaskId(), ref)) {
      return ResultVerdict.newBuilder().setVerdict(ResultVerdict.Verdict.LEASE_LOST).build();
    }
    recorded.put(ref, result);
    if (result.hasNotes()) {
      note(result.getNotes());
    }
    return recordedVerdict();
  }

  private static ResultVerdict recordedVerdict() {
    return ResultVerdict.newBuilder()
        .setVerdict(ResultVerdict.Verdict.RECORDED)
        .setStatus(TaskStatus.SUCCESS)
        .build();
  }
}

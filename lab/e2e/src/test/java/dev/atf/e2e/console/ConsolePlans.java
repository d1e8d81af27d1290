package dev.atf.e2e.console;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.GetPeriodicRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.PausePeriodicRequest;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.SubmitJobRequest;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** The periodic tasks, ordering keys and jobs of a system. */
record ConsolePlans(ConsoleSystem system) {
  /**
   * @param definition of the periodic task, in JSON
   */
  void make(String lambda, String name, String definition) {
    var task = read(definition, PeriodicTask.newBuilder()).setLambda(lambda).setName(name);
    var unused = system.api().periodic().create(task.build());
  }

  PeriodicTask periodic(String lambda, String name) {
    return system
        .api()
        .periodic()
        .get(GetPeriodicRequest.newBuilder().setLambda(lambda).setName(name).build());
  }

  /** Returns whether a lambda has a periodic task of this name. */
  boolean has(String lambda, String name) {
    return system
        .api()
        .periodic()
        .list(ListPeriodicRequest.newBuilder().setLambda(lambda).build())
        .getTasksList()
        .stream()
        .anyMatch(task -> task.getName().equals(name));
  }

  Job job(String lambda, String job) {
    return system
        .api()
        .jobs()
        .getJob(GetJobRequest.newBuilder().setLambda(lambda).setJob(job).build());
  }

  void delete(String lambda, String name) {
    var unused =
        system
            .api()
            .periodic()
            .delete(DeletePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build());
  }

  void pause(String lambda, String name) {
    var unused =
        system
            .api()
            .periodic()
            .pause(PausePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build());
  }

  OrderingKey key(String lambda, String key) {
    return system
        .api()
        .keys()
        .getKey(GetKeyRequest.newBuilder().setLambda(lambda).setKey(key).build());
  }

  OrderingKey await(String lambda, String key, Predicate<OrderingKey> wanted) {
    return Awaitility.await(key)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> key(lambda, key), wanted);
  }

  /**
   * @param job in JSON
   */
  void submit(String job) {
    var unused = system.api().jobs().submitJob(read(job, SubmitJobRequest.newBuilder()).build());
  }

  private static <B extends Message.Builder> B read(String json, B builder) {
    try {
      JsonFormat.parser().merge(json, builder);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    return builder;
  }
}

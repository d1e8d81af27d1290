package dev.atf.lab.bench.contender;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.queue.sqs.SqsQueueModule;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Singleton;
import software.amazon.awssdk.services.sqs.SqsClient;

/** All ports of queues on SQS, for callers that are not services. */
@Singleton
@Component(modules = SqsQueueModule.class)
interface SqsPorts {
  TaskSender sender();

  TaskReceiver receiver();

  QueueAdmin admin();

  SqsClient client();

  /** Makes the component. */
  @Component.Factory
  interface Factory {
    SqsPorts create(@BindsInstance SqsConfig config, @BindsInstance MeterRegistry meters);
  }

  static SqsPorts of(SqsConfig config) {
    return DaggerSqsPorts.factory().create(config, new SimpleMeterRegistry());
  }

  default QueuePorts ports() {
    return new QueuePorts(sender(), receiver(), admin());
  }
}

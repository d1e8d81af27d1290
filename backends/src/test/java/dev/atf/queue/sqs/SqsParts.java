package dev.atf.queue.sqs;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The SQS ports wired as a service wires them. */
@Singleton
@Component(modules = SqsQueueModule.class)
interface SqsParts {
  TaskSender sender();

  TaskReceiver receiver();

  QueueAdmin admin();

  SqsClient client();

  SqsQueueUrls urls();

  SqsQueueNames names();

  @Component.Factory
  interface Factory {
    SqsParts create(@BindsInstance SqsConfig config, @BindsInstance MeterRegistry metrics);
  }
}

package dev.atf.queue.sqs;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.queue.QueuePorts;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Queue ports of one process on SQS, with the client that they share. The owner closes them. */
@Singleton
@Component(modules = SqsQueueModule.class)
public interface SqsPorts extends QueuePorts, AutoCloseable {
  SqsClient client();

  /** Creates the ports when a process starts. */
  @Component.Factory
  interface Factory {
    SqsPorts create(@BindsInstance SqsConfig config, @BindsInstance MeterRegistry meters);
  }

  static SqsPorts open(SqsConfig config, MeterRegistry meters) {
    return DaggerSqsPorts.factory().create(config, meters);
  }

  @Override
  default void close() {
    client().close();
  }
}

package dev.atf.queue.sqs;

import dev.atf.queue.QueueAdmin;
import dev.atf.queue.TaskQueueContract;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import dev.atf.testaws.AwsSite;
import dev.atf.testaws.OnAws;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnAws.class)
final class AwsTaskQueueIT extends TaskQueueContract {
  private static final Map<AwsSite, SqsParts> PARTS = new ConcurrentHashMap<>();

  private SqsParts parts;

  @BeforeEach
  void open(AwsSite site) {
    parts = PARTS.computeIfAbsent(site, AwsTaskQueueIT::parts);
  }

  @Override
  protected TaskSender sender() {
    return parts.sender();
  }

  @Override
  protected TaskReceiver receiver() {
    return parts.receiver();
  }

  @Override
  protected QueueAdmin admin() {
    return parts.admin();
  }

  private static SqsParts parts(AwsSite site) {
    var config = PatientSqs.at(site.queue(), site.region(), site.prefix());
    return DaggerSqsParts.factory().create(config, new SimpleMeterRegistry());
  }
}

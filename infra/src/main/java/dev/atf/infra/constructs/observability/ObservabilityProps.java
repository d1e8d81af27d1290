package dev.atf.infra.constructs.observability;

import dev.atf.store.dynamodb.TableSchema;
import java.time.Duration;
import java.util.List;

/**
 * @param tables of the cluster
 * @param unusableQueue name of the queue of unusable messages
 * @param topicArn topic that alarms notify; empty: a new one
 * @param dueAgeMax time for which a due task may wait in the store
 * @param deadLettersMax dead letters in five minutes
 * @param leaseExpiriesMax expired leases in five minutes
 */
public record ObservabilityProps(
    String cluster,
    List<TableSchema> tables,
    String unusableQueue,
    String topicArn,
    Duration dueAgeMax,
    int deadLettersMax,
    int leaseExpiriesMax) {
  public ObservabilityProps {
    tables = List.copyOf(tables);
  }
}

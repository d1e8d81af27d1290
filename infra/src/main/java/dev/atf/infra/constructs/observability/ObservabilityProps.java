package dev.atf.infra.constructs.observability;

import dev.atf.store.dynamodb.TableSchema;
import java.time.Duration;
import java.util.List;

/**
 * Properties of the monitoring.
 *
 * @param tables tables of the cluster
 * @param unusableQueue name of the queue of unusable messages
 * @param topicArn topic that alarms notify; empty for a new one
 * @param dueAgeMax maximum time that a due task may wait in the store
 * @param deadLettersMax maximum number of dead letters in five minutes
 * @param leaseExpiriesMax maximum number of expired leases in five minutes
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

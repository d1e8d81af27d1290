package dev.atf.infra.constructs.store;

import dev.atf.store.dynamodb.TableSchema;
import java.util.List;

/**
 * @param tables as the services expect them
 * @param capacity of the tables of tasks; the small ones are paid by request
 * @param keepData whether the tables outlive their stack and refuse to be deleted; for all but
 *     clusters that are thrown away
 */
public record TaskStoreProps(List<TableSchema> tables, TableCapacity capacity, boolean keepData) {
  public TaskStoreProps {
    tables = List.copyOf(tables);
  }
}

package dev.atf.store.dynamodb;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.expression.Expression;
import dev.atf.store.dynamodb.item.Attributes;
import dev.atf.store.dynamodb.item.ItemReader;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.search.SearchEntry;
import dev.atf.store.search.SearchTerm;
import dev.atf.store.search.TaskSearch;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Search table. It has a small item for each indexed term of a task. */
final class DynamoDbTaskSearch implements TaskSearch {
  /**
   * Number of parts of each list; a task's id selects its part. DynamoDB accepts 1,000 writes a
   * second for one key, so a lambda may schedule 4,000 tasks a second with one label. Changing this
   * number would lose entries.
   */
  private static final int PARTS = 4;

  private final DynamoDbClient client;
  private final TableNames tables;

  @Inject
  DynamoDbTaskSearch(DynamoDbClient client, TableNames tables) {
    this.client = client;
    this.tables = tables;
  }

  @Override
  public boolean isCheap() {
    return false;
  }

  @Override
  public void add(TaskEntity task, Collection<SearchTerm> terms) {
    for (var term : terms) {
      var request =
          PutItemRequest.builder().tableName(tables.search()).item(item(task, term)).build();
      StoreCalls.write(() -> client.putItem(request));
    }
  }

  @Override
  public List<SearchEntry> read(
      LambdaName lambda, SearchTerm term, Optional<SearchEntry> after, int limit) {
    return IntStream.range(0, PARTS)
        .mapToObj(part -> part(list(term, lambda, part), after, limit))
        .flatMap(entries -> entries)
        .sorted()
        .limit(limit)
        .toList();
  }

  private Stream<SearchEntry> part(String list, Optional<SearchEntry> after, int limit) {
    var expression = new Expression();
    var condition = expression.equal(Attributes.SEARCH_LIST, ItemWriter.text(list));
    if (after.isPresent()) {
      condition +=
          " AND "
              + expression.compare(
                  Attributes.SEARCH_ENTRY, ">", ItemWriter.text(text(after.get())));
    }
    var request =
        QueryRequest.builder()
            .tableName(tables.search())
            .keyConditionExpression(condition)
            .expressionAttributeNames(expression.names())
            .expressionAttributeValues(expression.values())
            .limit(limit)
            .build();
    // Entries are far smaller than a kilobyte, so one answer holds a thousand of them.
    return StoreCalls.read(() -> client.query(request)).items().stream()
        .map(DynamoDbTaskSearch::entry);
  }

  private static Map<String, AttributeValue> item(TaskEntity task, SearchTerm term) {
    var header = task.header();
    int part = header.taskId().shard(PARTS);
    return new ItemWriter()
        .text(Attributes.SEARCH_LIST, list(term, header.lambda(), part))
        .text(Attributes.SEARCH_ENTRY, text(new SearchEntry(header.createdAt(), task.taskId())))
        .seconds(Attributes.EXPIRES_AT, task.expiresAt())
        .build();
  }

  private static String list(SearchTerm term, LambdaName lambda, int part) {
    return term.list(lambda) + "/" + part;
  }

  /** Returns the text of an entry. Texts have the same order as their entries. */
  private static String text(SearchEntry entry) {
    return "%016x/%s".formatted(entry.descendingMillis(), entry.taskId());
  }

  private static SearchEntry entry(Map<String, AttributeValue> item) {
    var text = new ItemReader(item).text(Attributes.SEARCH_ENTRY);
    int slash = text.indexOf('/');
    return SearchEntry.ofDescending(
        Long.parseLong(text, 0, slash, 16), new TaskId(text.substring(slash + 1)));
  }
}

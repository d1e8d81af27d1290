package dev.atf.store.dynamodb;

import java.util.List;

/** Names of the tables of one cluster. */
public record TableNames(
    String entities,
    String associations,
    String lambdas,
    String members,
    String gates,
    String permits,
    String plans,
    String search) {
  public static TableNames withPrefix(String prefix) {
    return new TableNames(
        prefix + "entities",
        prefix + "associations",
        prefix + "lambdas",
        prefix + "members",
        prefix + "gates",
        prefix + "permits",
        prefix + "plans",
        prefix + "search");
  }

  public List<String> all() {
    return List.of(entities, associations, lambdas, members, gates, permits, plans, search);
  }
}

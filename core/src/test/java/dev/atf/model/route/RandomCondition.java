package dev.atf.model.route;

import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Random condition with its text, and with an evaluation of its own: a second opinion, which shares
 * no code with the language.
 */
sealed interface RandomCondition {
  List<String> TEXT_ATTRIBUTES =
      List.of("caller.principal", "caller.tenant", "collection", "priority", "labels.kind");
  List<String> JSON_ATTRIBUTES = List.of("json.a", "json.a.b", "json.size", "json.x.y.z.w");
  List<String> TEXTS = List.of("", "a", "ab", "abc", "b", "long", "\"q\\", "é", "10", "true");
  List<Double> NUMBERS = List.of(-1.0, -0.0, 0.0, 0.5, 1.0, 10.0, 1e6, 1e20);
  List<String> ORDERS = List.of("=", "!=", "<", ">", "<=", ">=");

  /** Returns a text that needs no parentheses around it. */
  String unit();

  default String text() {
    return unit();
  }

  /**
   * @param facts texts, doubles, booleans and lists
   * @param minute of the day in UTC
   */
  boolean isTrue(Map<String, Object> facts, int minute);

  int size();

  record Joined(boolean all, List<RandomCondition> parts) implements RandomCondition {
    @Override
    public String text() {
      var texts =
          parts.stream()
              // A conjunction binds more strongly than a disjunction, so it needs no parentheses.
              .map(part -> !all && part instanceof Joined one && one.all ? one.text() : part.unit())
              .toList();
      return String.join(all ? " and " : "\tor\n", texts);
    }

    @Override
    public String unit() {
      return "(" + text() + ")";
    }

    @Override
    public boolean isTrue(Map<String, Object> facts, int minute) {
      int count = 0;
      for (var part : parts) {
        count += part.isTrue(facts, minute) ? 1 : 0;
      }
      return all ? count == parts.size() : count > 0;
    }

    @Override
    public int size() {
      return parts.size() - 1 + parts.stream().mapToInt(RandomCondition::size).sum();
    }
  }

  record Not(RandomCondition of) implements RandomCondition {
    @Override
    public String unit() {
      return "not " + of.unit();
    }

    @Override
    public boolean isTrue(Map<String, Object> facts, int minute) {
      return !of.isTrue(facts, minute);
    }

    @Override
    public int size() {
      return 1 + of.size();
    }
  }

  record Compared(String attribute, String operator, Object value) implements RandomCondition {
    @Override
    public String unit() {
      return attribute + " " + operator + " " + literal(value);
    }

    @Override
    public boolean isTrue(Map<String, Object> facts, int minute) {
      var found = facts.get(attribute);
      if (found instanceof String text && value instanceof String wanted) {
        return switch (operator) {
          case "startsWith" -> text.regionMatches(0, wanted, 0, wanted.length());
          case "contains" -> text.indexOf(wanted) >= 0;
          case "matches" ->
              wanted.endsWith("*")
                  ? text.length() >= wanted.length() - 1
                      && text.substring(0, wanted.length() - 1)
                          .equals(wanted.substring(0, wanted.length() - 1))
                  : text.equals(wanted);
          default -> isOrdered(Integer.signum(text.compareTo(wanted)));
        };
      }
      if (found instanceof Double number && value instanceof Double wanted) {
        double one = number;
        double two = wanted;
        return switch (operator) {
          case "=" -> one == two;
          case "!=" -> one != two;
          case "<" -> one < two;
          case ">" -> one > two;
          case "<=" -> one <= two;
          default -> one >= two;
        };
      }
      return found instanceof Boolean
          && value instanceof Boolean
          && (operator.equals("=") == found.equals(value));
    }

    private boolean isOrdered(int sign) {
      return switch (operator) {
        case "=" -> sign == 0;
        case "!=" -> sign != 0;
        case "<" -> sign == -1;
        case ">" -> sign == 1;
        case "<=" -> sign != 1;
        default -> sign != -1;
      };
    }

    @Override
    public int size() {
      return 1;
    }
  }

  record AnyOf(String attribute, List<Object> values) implements RandomCondition {
    @Override
    public String unit() {
      return attribute
          + " in ("
          + String.join(",", values.stream().map(RandomCondition::literal).toList())
          + ")";
    }

    @Override
    public boolean isTrue(Map<String, Object> facts, int minute) {
      for (var value : values) {
        if (new Compared(attribute, "=", value).isTrue(facts, minute)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int size() {
      return 1 + values.size();
    }
  }

  record Between(int from, int to) implements RandomCondition {
    @Override
    public String unit() {
      return "now between %s and %s UTC".formatted(time(from), time(to));
    }

    @Override
    public boolean isTrue(Map<String, Object> facts, int minute) {
      // Walks over the clock's face.
      for (int at = from; at != to; at = (at + 1) % 1440) {
        if (at == minute) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int size() {
      return 1;
    }

    private static String time(int minute) {
      return String.format(Locale.ROOT, "%02d:%02d", minute / 60, minute % 60);
    }
  }

  static RandomCondition of(RandomGenerator random, int depth) {
    int kind = depth == 0 ? 3 + random.nextInt(7) : random.nextInt(10);
    if (kind < 2) {
      var parts = new ArrayList<RandomCondition>();
      for (int i = 2 + random.nextInt(2); i > 0; i--) {
        parts.add(of(random, depth - 1));
      }
      return new Joined(kind == 0, List.copyOf(parts));
    }
    if (kind == 2) {
      return new Not(of(random, depth - 1));
    }
    if (kind == 3) {
      int from = random.nextInt(1440);
      return new Between(from, (from + 1 + random.nextInt(1439)) % 1440);
    }
    if (kind == 4) {
      return new Compared("payload.bytes", one(random, ORDERS), one(random, NUMBERS));
    }
    var json = random.nextBoolean();
    var attribute = one(random, json ? JSON_ATTRIBUTES : TEXT_ATTRIBUTES);
    if (kind == 5) {
      var values = new ArrayList<Object>();
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        values.add(json ? any(random) : one(random, TEXTS));
      }
      return new AnyOf(attribute, List.copyOf(values));
    }
    if (kind == 6) {
      var operator = one(random, List.of("startsWith", "contains", "matches"));
      var star = operator.equals("matches") && random.nextBoolean() ? "*" : "";
      return new Compared(attribute, operator, one(random, TEXTS) + star);
    }
    var value = json ? any(random) : one(random, TEXTS);
    var orders = value instanceof Boolean ? ORDERS.subList(0, 2) : ORDERS;
    return new Compared(attribute, one(random, orders), value);
  }

  /** Returns facts of which about a third is absent, or of another kind than a rule expects. */
  static KnownFacts facts(RandomGenerator random) {
    var facts = new java.util.HashMap<String, Object>();
    for (var attribute : TEXT_ATTRIBUTES) {
      if (random.nextInt(3) > 0) {
        facts.put(attribute, one(random, TEXTS));
      }
    }
    for (var attribute : JSON_ATTRIBUTES) {
      if (random.nextInt(3) > 0) {
        facts.put(attribute, random.nextInt(8) == 0 ? List.of() : any(random));
      }
    }
    if (random.nextInt(8) > 0) {
      facts.put("payload.bytes", one(random, NUMBERS));
    }
    return new KnownFacts(
        facts, KnownFacts.NOON.atOffset(ZoneOffset.UTC).with(time(random)).toInstant());
  }

  private static LocalTime time(RandomGenerator random) {
    return LocalTime.ofSecondOfDay(random.nextInt(86_400));
  }

  private static Object any(RandomGenerator random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextBoolean();
      case 1, 2 -> one(random, NUMBERS);
      default -> one(random, TEXTS);
    };
  }

  private static <T> T one(RandomGenerator random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static String literal(Object value) {
    return value instanceof String text
        ? '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
        : value.toString();
  }
}

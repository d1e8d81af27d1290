package dev.atf.storeconsumer.member;

/** Name of one start of a consumer, made of host, process and a random number. */
public record MemberId(String value) {
  @Override
  public String toString() {
    return value;
  }
}

package dev.atf.runtime.auth;

/** Turns credentials into a principal. May block; is called by many threads. */
@FunctionalInterface
interface Authenticator {
  AuthenticationResult authenticate(Credentials credentials);
}

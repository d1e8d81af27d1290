package dev.atf.runtime.auth;

/** Marks a service without secrets, which answers without credentials, such as a page's files. */
public interface PublicService {}

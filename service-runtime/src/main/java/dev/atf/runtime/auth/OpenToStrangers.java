package dev.atf.runtime.auth;

/** Marks a service that is no secret and knows none, such as the files of a page. */
public interface OpenToStrangers {}

/**
 * Client for services that schedule tasks and read their results; start with {@link
 * dev.atf.client.AtfClient}.
 */
@NullMarked
package dev.atf.client;

import org.jspecify.annotations.NullMarked;

/**
 * Settings: read from files and the environment, checked all at once, and shown with their sources.
 */
@NullMarked
package dev.atf.runtime.config;

import org.jspecify.annotations.NullMarked;

/**
 * Settings: they are read from files and the environment, checked together, and shown with their
 * sources.
 */
@NullMarked
package dev.atf.runtime.config;

import org.jspecify.annotations.NullMarked;

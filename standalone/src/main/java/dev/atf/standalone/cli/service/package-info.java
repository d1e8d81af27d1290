/** Commands that run services, executors and whole systems, and tell their settings. */
@NullMarked
package dev.atf.standalone.cli.service;

import org.jspecify.annotations.NullMarked;

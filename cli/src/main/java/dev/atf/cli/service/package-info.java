/** Commands that run services, executors and whole systems, and show their settings. */
@NullMarked
package dev.atf.cli.service;

import org.jspecify.annotations.NullMarked;

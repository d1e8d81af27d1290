@NullMarked
package dev.atf.infra.app;

import org.jspecify.annotations.NullMarked;

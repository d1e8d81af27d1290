@NullMarked
package dev.atf.infra.access;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.atf.infra.constructs;

import org.jspecify.annotations.NullMarked;

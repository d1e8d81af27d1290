@NullMarked
package dev.atf.infra.deployment;

import org.jspecify.annotations.NullMarked;

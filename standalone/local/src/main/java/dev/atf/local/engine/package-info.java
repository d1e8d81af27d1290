/** Engines of one machine: DynamoDB Local and ElasticMQ in this process. */
@NullMarked
package dev.atf.local.engine;

import org.jspecify.annotations.NullMarked;

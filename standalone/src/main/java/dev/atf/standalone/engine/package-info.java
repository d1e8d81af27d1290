/** The engines of one machine: DynamoDB Local and ElasticMQ in this process. */
@NullMarked
package dev.atf.standalone.engine;

import org.jspecify.annotations.NullMarked;

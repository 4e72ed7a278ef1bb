# A static program, with Parquet, and the shell of a small system, for a user who is not root:
#
#   docker build -t unobench .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" unobench run
#
# External bots need their own languages: build on this image's program, or run outside.
FROM rust:1.97-alpine3.23@sha256:c4a364ddbf684fe038e6fa6a4f25b30c8dc85247423e0e660676ece0d17be4a2 AS build
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY . .
# The commit for the manifest of a run, since the repository is not copied:
#   --build-arg UNOBENCH_COMMIT="$(git rev-parse HEAD)"
ARG UNOBENCH_COMMIT
RUN cargo build --locked --profile release-max --package unobench --bin unobench --features parquet

FROM alpine:3.23.6@sha256:18125326968f1d09ef7b7fff2c06f300767daaf5c6591f735e2f058edfa10a16
COPY --from=build /src/LICENSE-MIT /src/LICENSE-APACHE /
COPY --from=build /src/target/release-max/unobench /usr/local/bin/unobench
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["unobench"]
CMD ["--help"]

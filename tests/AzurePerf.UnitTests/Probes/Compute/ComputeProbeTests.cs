using System.Collections.Concurrent;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Compute;
using AzurePerf.UnitTests.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class ComputeProbeTests
{
    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task Measured_passes_are_verified_when_all_clients_have_ended_and_so_take_nothing_from_each_other()
    {
        await using var probe = new RecordingProbe(_scene);
        var measurement = await _scene.RunAsync(probe, new TestLoad { Clients = 2, OperationsPerClient = 3, WarmUpOperations = 2 });

        string[] seen = [.. probe.Seen];
        Assert.Equal(["verified 0", "verified 1"], seen[^2..]);
        Assert.Equal(4, seen[..^2].Count(what => what.StartsWith("verified", StringComparison.Ordinal)));
        Assert.DoesNotContain(seen[..^2], what => what.StartsWith("verified", StringComparison.Ordinal) && !what.EndsWith("warming up", StringComparison.Ordinal));
        Assert.Equal(0, measurement.Details.Clients.Sum(client => client.FollowUpNanoseconds));
    }

    [Fact]
    public async Task A_point_with_a_wrong_result_fails_and_is_not_measured_until_it_is_right()
    {
        await using var probe = new RecordingProbe(_scene) { WrongOf = 1 };

        var ended = await Assert.ThrowsAsync<ExecutionEndedException>(() => _scene.RunAsync(probe, new TestLoad { Clients = 2, OperationsPerClient = 3 }));

        Assert.Equal((FailureCause.WrongResult, "wrong"), (ended.Cause, ended.Message));
        Assert.False(RetryPolicy.MayRepeat(ended.Cause, new TaskFailures().Plus(ended.Cause)));
    }

    [Fact]
    public async Task A_wrong_result_of_the_warm_up_fails_the_point_though_the_measured_ones_are_right()
    {
        await using var probe = new RecordingProbe(_scene) { WrongOf = 1, OnlyWarmingUp = true };

        var ended = await Assert.ThrowsAsync<ExecutionEndedException>(
            () => _scene.RunAsync(probe, new TestLoad { Clients = 2, OperationsPerClient = 3, WarmUpOperations = 2 }));

        Assert.Equal((FailureCause.WrongResult, "wrong, in the warm-up"), (ended.Cause, ended.Message));
    }

    [Fact]
    public async Task A_client_whose_last_pass_failed_has_no_result_to_verify()
    {
        await using var probe = new RecordingProbe(_scene) { FailsAt = 2 };
        var measurement = await _scene.RunAsync(probe, new TestLoad { Clients = 2, OperationsPerClient = 3 });

        Assert.Equal(2, measurement.Details.Clients.Sum(client => client.Failed));
        Assert.DoesNotContain(probe.Seen, what => what.StartsWith("verified", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_worker_needs_memory_for_its_own_clients_only()
    {
        var half = WorkerMemory.Bytes / 2;
        await using var alone = new RecordingProbe(_scene) { Bytes = half };
        await using var oneOfTwo = new RecordingProbe(_scene, ownClients: 1) { Bytes = half };

        await oneOfTwo.PreparePointAsync(TestContext.Current.CancellationToken);
        var refused = await Assert.ThrowsAsync<NotSupportedException>(() => alone.PreparePointAsync(TestContext.Current.CancellationToken));

        Assert.StartsWith($"the arrays of this worker's clients need {(2 * half) >> 20} MiB", refused.Message, StringComparison.Ordinal);
    }

    private sealed class RecordingProbe(RunnerScene scene, int? ownClients = null) : ComputeProbe(new StreamOptions { Clients = Clients }, ownClients)
    {
        private const int Clients = 2;

        private volatile bool _warmingUp;

        public ConcurrentQueue<string> Seen { get; } = [];

        public int? WrongOf { get; init; }

        public bool OnlyWarmingUp { get; init; }

        public long? FailsAt { get; init; }

        protected override int ThreadsPerClient => 1;

        public long Bytes { get; init; }

        protected override long BytesPerClient => Bytes;

        public override ValueTask DisposeAsync() => ValueTask.CompletedTask;

        protected override OperationResult Run(Operation operation, CancellationToken cancellationToken)
        {
            _warmingUp = operation.WarmUp;
            Seen.Enqueue($"pass of {operation.Client}");
            return operation.Index == FailsAt ? throw new IOException("stopped") : new(0, 0);
        }

        protected override void VerifyResultOf(int client)
        {
            scene.Advance(100);
            Seen.Enqueue($"verified {client}{(_warmingUp ? " warming up" : "")}");
            if (client == WrongOf && (_warmingUp || !OnlyWarmingUp))
            {
                throw new CorruptDataException("wrong");
            }
        }
    }
}

using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ProbeRunnerFailureTests
{
    private readonly RunnerScene _scene = new();

    [Theory]
    [InlineData(false, OperationOutcome.ClientTimeout)]
    [InlineData(true, OperationOutcome.Ambiguous)]
    public async Task An_operation_beyond_its_time_out_is_cancelled_and_the_client_goes_on(bool mutates, OperationOutcome expected)
    {
        var started = new TaskCompletionSource();
        var probe = new FakeProbe
        {
            Mutates = mutates,
            Execute = (operation, token) => operation.Index == 1 ? NeverAsync(started, token) : Quick(),
        };
        var running = _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 3, OperationTimeoutSeconds = 2 });
        await started.Task;
        _scene.Advance(2_099);
        var measurement = await running;

        Assert.Equal(2, measurement.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(1, measurement.Summary.Outcomes[expected]);
        Assert.Equal(0, measurement.Summary.ClientsFinished);
        Assert.Equal(2_101_000_000, measurement.Details.Clients[0].BusyNanoseconds);
        Assert.StartsWith("TaskCanceledException", measurement.Summary.FailureMessages[expected], StringComparison.Ordinal);
        Assert.Contains(PointFlag.OperationsFailed, measurement.Result.Flags);
    }

    [Fact]
    public async Task An_operation_that_completes_in_time_is_never_cancelled_by_the_time_of_its_predecessors()
    {
        var probe = FakeProbe.Immediate(_ =>
        {
            _scene.Advance(1_900);
            return new(0, 1);
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 50, OperationTimeoutSeconds = 2 });

        Assert.Equal(50, measurement.Summary.Outcomes[OperationOutcome.Ok]);
    }

    [Fact]
    public async Task Whatever_an_operation_throws_after_its_deadline_is_a_time_out()
    {
        var probe = new FakeProbe
        {
            Execute = (_, token) =>
            {
                _scene.Advance(2_100);
                Assert.True(token.IsCancellationRequested);
                throw new IOException("socket closed");
            },
        };
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 1, OperationTimeoutSeconds = 2 });

        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.ClientTimeout]);
    }

    [Theory]
    [InlineData(1_000)]
    [InlineData(2_100)]
    public async Task A_probe_whose_operations_only_sometimes_change_something_says_itself_which_may_have_landed(int milliseconds)
    {
        var probe = new FakeProbe
        {
            Mutates = false,
            Execute = (_, _) =>
            {
                _scene.Advance(milliseconds);
                throw new MayHaveLandedException("no answer to COMMIT", new IOException("reset"));
            },
        };
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 1, OperationTimeoutSeconds = 2 });

        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.Ambiguous]);
    }

    [Fact]
    public async Task Wrong_content_is_a_failed_operation_of_its_own_outcome()
    {
        var probe = FakeProbe.Immediate(_ => throw new CorruptDataException("checksum differs"));
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 1 });

        Assert.Equal(1, measurement.Summary.Outcomes[OperationOutcome.Corrupt]);
        Assert.Equal("CorruptDataException: checksum differs", measurement.Summary.FailureMessages[OperationOutcome.Corrupt]);
        Assert.Equal(0, measurement.Summary.OperationsPerSecond.Total);
        Assert.Null(measurement.Summary.Latency.MeanNanoseconds);
    }

    [Fact]
    public async Task The_first_message_of_each_outcome_is_kept_without_secrets()
    {
        var probe = FakeProbe.Immediate(operation =>
        {
            _scene.Advance(200);
            throw new InvalidOperationException($"GET https://a.blob.core.windows.net/c/b{operation.Index}?sv=2020&sig=abc%2Bdef failed");
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 2 });

        Assert.Equal(
            "InvalidOperationException: GET https://a.blob.core.windows.net/c/b0?[removed] failed",
            Assert.Single(measurement.Summary.FailureMessages).Value);
        Assert.Equal(measurement.Summary.FailureMessages.Values, measurement.Details.Failures.Values.Select(failed => failed.FirstMessage));
    }

    [Fact]
    public async Task How_long_operations_took_to_fail_is_kept_by_outcome()
    {
        var probe = FakeProbe.Immediate(_ =>
        {
            _scene.Advance(150);
            throw new ThrottledException();
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 3 });

        var (outcome, failed) = Assert.Single(measurement.Details.Failures);
        var histogram = failed.Latencies;
        Assert.Equal(OperationOutcome.Throttled, outcome);
        Assert.Equal(3, histogram.Count);
        Assert.InRange(histogram.MaximumNanoseconds!.Value, 150_000_000, 150_150_000);
    }

    [Fact]
    public async Task A_client_whose_operations_fail_at_once_pauses_from_the_second_on_and_the_pause_is_harness_time()
    {
        List<double> pauses = [];
        _scene.Time.TimerSet = due =>
        {
            if (_scene.Progress.Read().Phase == RunnerPhase.Measuring)
            {
                pauses.Add(due.TotalMilliseconds);
                ThreadPool.QueueUserWorkItem(_ => _scene.Time.Advance(due));
            }
        };
        var probe = FakeProbe.Immediate(_ => throw new ThrottledException());
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 12 });

        Assert.Equal([1, 2, 4, 8, 16, 32, 64, 100, 100, 100], pauses);
        Assert.Equal(0.427, measurement.Summary.HarnessSeconds, 9);
        Assert.Equal(12, measurement.Summary.Outcomes[OperationOutcome.Throttled]);
    }

    [Fact]
    public async Task A_client_that_only_fails_gives_up_even_when_nothing_else_would_end_it()
    {
        var probe = FakeProbe.Immediate(_ =>
        {
            _scene.Advance(100);
            throw new ThrottledException();
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 0, BytesPerClient = 1 });

        Assert.Equal(FailurePacing.GiveUpAfter, measurement.Summary.Operations);
        Assert.Equal(ClientEnd.GaveUp, measurement.Details.Clients[0].End);
        Assert.Equal(0, measurement.Summary.ClientsFinished);
        Assert.DoesNotContain(PointFlag.Partial, measurement.Result.Flags);
    }

    [Fact]
    public async Task A_failed_follow_up_is_counted_and_leaves_the_operation_successful()
    {
        var probe = new FakeProbe
        {
            Execute = (_, _) => Quick(),
            FollowUp = (operation, _) => operation.Index == 1 ? throw new IOException("delete failed") : ValueTask.CompletedTask,
        };
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 3 });

        Assert.Equal(3, measurement.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(1, measurement.Summary.FollowUpFailures);
        Assert.Equal("IOException: delete failed", measurement.Summary.FollowUpMessage);
        Assert.Contains(PointFlag.OperationsFailed, measurement.Result.Flags);
    }

    [Fact]
    public async Task A_follow_up_has_the_time_out_of_an_operation()
    {
        var started = new TaskCompletionSource();
        var probe = new FakeProbe
        {
            Execute = (_, _) => Quick(),
            FollowUp = async (operation, token) =>
            {
                if (operation.Index == 0)
                {
                    await NeverAsync(started, token);
                }
            },
        };
        var running = _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 2, OperationTimeoutSeconds = 2 });
        await started.Task;
        _scene.Advance(2_099);
        var measurement = await running;

        Assert.Equal(2, measurement.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(1, measurement.Summary.FollowUpFailures);
        Assert.Equal(2.099, measurement.Summary.HarnessSeconds, 9);
    }

    [Fact]
    public async Task A_harness_that_breaks_fails_the_execution_and_lets_every_client_leave()
    {
        var runner = new ProbeRunner(new BrokenOutcomes(), _scene.Time, _scene.Watch);
        var probe = new FakeProbe { Execute = (operation, token) => operation.Client == 1 ? throw new ThrottledException() : NeverAsync(new(), token) };

        await Assert.ThrowsAsync<NotSupportedException>(() =>
            runner.RunAsync(probe, new TestLoad { Clients = 3, WarmUpOperations = 1 }, _scene.Progress, TestContext.Current.CancellationToken));
    }

    private static async ValueTask<OperationResult> NeverAsync(TaskCompletionSource started, CancellationToken token)
    {
        var never = new TaskCompletionSource();
        await using var registration = token.Register(() => never.TrySetCanceled(token));
        started.TrySetResult();
        await never.Task;
        return default;
    }

    private ValueTask<OperationResult> Quick()
    {
        _scene.Advance(1);
        return ValueTask.FromResult(new OperationResult(1, 1));
    }

    private sealed class BrokenOutcomes : IOutcomeClassifier
    {
        public OperationOutcome Classify(Exception exception, bool mutates) => throw new NotSupportedException("broken");
    }
}

using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ProbeRunnerLimitTests
{
    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task A_client_ends_after_its_operations_and_each_is_timed_to_the_nanosecond()
    {
        var measurement = await _scene.RunAsync(Taking(3.0001, bytes: 10), new TestLoad { OperationsPerClient = 4 });

        var result = measurement.Result;
        var summary = result.Operations!;
        Assert.Equal(4, summary.Operations);
        Assert.Equal(4, summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(40, summary.Bytes);
        Assert.Equal(1, summary.ClientsFinished);
        Assert.Equal(3_000_100, summary.Latency.MinimumNanoseconds);
        Assert.Equal(3_000_100, summary.Latency.MaximumNanoseconds);
        Assert.Equal(0.0120004, result.ElapsedSeconds, 12);
        Assert.Equal(ClientEnd.Operations, Assert.Single(measurement.Details.Clients).End);
    }

    [Fact]
    public async Task A_client_ends_with_the_operation_that_reaches_its_bytes()
    {
        var measurement = await _scene.RunAsync(Taking(1, bytes: 30), new TestLoad { OperationsPerClient = 0, BytesPerClient = 100 });

        Assert.Equal(4, measurement.Summary.Operations);
        Assert.Equal(120, measurement.Summary.Bytes);
        Assert.Equal(ClientEnd.Bytes, measurement.Details.Clients[0].End);
    }

    [Fact]
    public async Task A_client_starts_nothing_after_its_duration_but_ends_what_it_started()
    {
        var measurement = await _scene.RunAsync(Taking(400), new TestLoad { OperationsPerClient = 0, DurationSeconds = 1 });

        Assert.Equal(3, measurement.Summary.Operations);
        Assert.Equal(1.2, measurement.Result.ElapsedSeconds, 9);
        Assert.Equal(ClientEnd.Duration, measurement.Details.Clients[0].End);
        Assert.DoesNotContain(PointFlag.Partial, measurement.Result.Flags);
    }

    [Fact]
    public async Task What_the_operator_s_limits_leave_to_a_point_ends_it_before_its_time_and_the_report_says_so()
    {
        var measurement = await _scene.RunAsync(Taking(1, bytes: 30), new TestLoad { OperationsPerClient = 0, DurationSeconds = 60, MostOperations = 7 });

        Assert.Equal(7, measurement.Summary.Operations);
        Assert.Equal(ClientEnd.Limit, measurement.Details.Clients[0].End);
        Assert.Contains(measurement.Result.Reasons, reason => reason.Flag == PointFlag.Partial && reason.Text.Contains("operator's limits", StringComparison.Ordinal));
        Assert.Equal(4, (await _scene.RunAsync(Taking(1, bytes: 30), new TestLoad { OperationsPerClient = 0, DurationSeconds = 60, MostBytes = 100 })).Summary.Operations);
    }

    [Theory]
    [InlineData(20L, null, 10, 10)]
    [InlineData(null, 1_500L, 25, 25)]
    [InlineData(100L, null, 50, 50)]
    [InlineData(1_000L, null, 50, 950)]
    [InlineData(null, 6_000L, 50, 150)]
    public async Task The_warm_up_takes_at_most_half_of_what_the_limits_leave_and_what_it_took_is_no_more_there(long? mostOperations, long? mostBytes, int warmUp, int measured)
    {
        var warmedUp = 0;
        var probe = FakeProbe.Immediate(operation =>
        {
            _scene.Advance(1);
            warmedUp += operation.WarmUp ? 1 : 0;
            return new(30, 1);
        });
        var measurement = await _scene.RunAsync(
            probe, new TestLoad { OperationsPerClient = 0, DurationSeconds = 60, WarmUpOperations = 50, WarmUpSeconds = 60, MostOperations = mostOperations, MostBytes = mostBytes });

        Assert.Equal((warmUp, measured), (warmedUp, (int)measurement.Summary.Operations));
    }

    [Fact]
    public async Task Limits_of_the_operator_beyond_what_was_asked_for_change_nothing()
    {
        var measurement = await _scene.RunAsync(Taking(1, bytes: 30), new TestLoad { OperationsPerClient = 4, MostOperations = 4, MostBytes = 120 });

        Assert.Equal(ClientEnd.Operations, measurement.Details.Clients[0].End);
        Assert.DoesNotContain(PointFlag.Partial, measurement.Result.Flags);
    }

    [Fact]
    public async Task The_limit_that_is_reached_first_ends_the_client()
    {
        var load = new TestLoad { OperationsPerClient = 3, BytesPerClient = 1_000, DurationSeconds = 60 };
        var measurement = await _scene.RunAsync(Taking(1, bytes: 1), load);

        Assert.Equal(3, measurement.Summary.Operations);
        Assert.Equal(ClientEnd.Operations, measurement.Details.Clients[0].End);
    }

    [Fact]
    public async Task Failed_operations_count_against_the_operations_of_a_client()
    {
        var probe = FakeProbe.Immediate(operation =>
        {
            _scene.Advance(200);
            return operation.Index % 2 == 0 ? throw new ThrottledException() : new(7, 1);
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 5 });

        Assert.Equal(5, measurement.Summary.Operations);
        Assert.Equal(2, measurement.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(3, measurement.Summary.Outcomes[OperationOutcome.Throttled]);
        Assert.Equal(14, measurement.Summary.Bytes);
        Assert.Equal(2, measurement.Summary.Latency.Count);
    }

    [Fact]
    public async Task Warm_up_operations_are_counted_apart_and_number_their_operations_apart()
    {
        List<Operation> performed = [];
        var probe = FakeProbe.Immediate(operation =>
        {
            performed.Add(operation);
            _scene.Advance(operation.WarmUp ? 900 : 10);
            return operation is { WarmUp: true, Index: 1 } ? throw new ThrottledException() : new(5, 1);
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 2, WarmUpOperations = 3, WarmUpSeconds = 60 });

        Assert.Equal([new(0, 0, true), new(0, 1, true), new(0, 2, true), new(0, 0, false), new(0, 1, false)], performed);
        Assert.Equal(3, measurement.Summary.WarmUpOperations);
        Assert.Equal(1, measurement.Summary.WarmUpFailures);
        Assert.Equal(2.7, measurement.Summary.WarmUpSeconds, 9);
        Assert.Equal(2, measurement.Summary.Operations);
        Assert.Equal(10, measurement.Summary.Bytes);
        Assert.Equal(10_000_000, measurement.Summary.Latency.MaximumNanoseconds);
        Assert.Empty(measurement.Summary.FailureMessages);
        Assert.DoesNotContain(PointFlag.OperationsFailed, measurement.Result.Flags);
    }

    [Fact]
    public async Task Warm_up_ends_after_its_seconds_when_its_operations_have_not_ended_it()
    {
        var measurement = await _scene.RunAsync(Taking(400), new TestLoad { OperationsPerClient = 1, WarmUpOperations = 200, WarmUpSeconds = 1 });

        Assert.Equal(3, measurement.Summary.WarmUpOperations);
        Assert.Equal(1, measurement.Summary.Operations);
    }

    [Fact]
    public async Task Set_up_is_timed_apart_and_comes_before_everything_else()
    {
        var probe = new FakeProbe
        {
            Prepare = _ =>
            {
                _scene.Advance(1_500);
                return Task.CompletedTask;
            },
            Execute = (_, _) => ValueTask.FromResult(new OperationResult(0, 1)),
        };
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 1 });

        Assert.Equal(1.5, measurement.Result.SetUpSeconds, 9);
        Assert.Equal(0, measurement.Summary.WarmUpSeconds);
        Assert.Equal(0, measurement.Result.ElapsedSeconds);
    }

    [Fact]
    public async Task A_set_up_that_throws_fails_the_execution()
    {
        var probe = new FakeProbe
        {
            Prepare = _ => throw new InvalidDataException("no such container"),
            Execute = (_, _) => throw new InvalidOperationException("must not be called"),
        };

        var exception = await Assert.ThrowsAsync<InvalidDataException>(() => _scene.RunAsync(probe, new TestLoad()));
        Assert.Equal("no such container", exception.Message);
    }

    [Fact]
    public async Task The_follow_up_is_harness_time_and_not_latency()
    {
        var probe = new FakeProbe
        {
            Execute = (_, _) =>
            {
                _scene.Advance(10);
                return ValueTask.FromResult(new OperationResult(0, 1));
            },
            FollowUp = (_, _) =>
            {
                _scene.Advance(25);
                return ValueTask.CompletedTask;
            },
        };
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 3 });

        Assert.Equal(10_000_000, measurement.Summary.Latency.MaximumNanoseconds);
        Assert.Equal(0.05, measurement.Summary.HarnessSeconds, 9);
        Assert.Equal(0.08, measurement.Result.ElapsedSeconds, 9);
        Assert.Equal(30_000_000, measurement.Details.Clients[0].BusyNanoseconds);
    }

    [Fact]
    public async Task A_sample_says_when_an_operation_ran_since_the_window_opened()
    {
        var probe = FakeProbe.Immediate(operation =>
        {
            _scene.Advance(200);
            return operation.Index == 1 ? throw new CorruptDataException() : new(7, 2);
        });
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 2, WarmUpOperations = 1 });

        Assert.Equal(
            [new(0, 0, 0, 200_000_000, 7, OperationOutcome.Ok, 2), new(0, 200_000_000, 200_000_000, 400_000_000, 0, OperationOutcome.Corrupt, 0)],
            measurement.Details.Samples);
        Assert.Equal(2, measurement.Summary.SamplesKept);
        Assert.Equal(0, measurement.Details.SamplesNotKept);
    }

    [Fact]
    public async Task More_operations_than_the_sample_buffer_holds_are_counted_but_not_kept()
    {
        var measurement = await _scene.RunAsync(
            FakeProbe.Immediate(_ => new(1, 1)),
            new TestLoad { OperationsPerClient = SampleBuffer.Capacity + 5 });

        Assert.Equal(SampleBuffer.Capacity + 5, measurement.Summary.Operations);
        Assert.Equal(SampleBuffer.Capacity, measurement.Summary.SamplesKept);
        Assert.Equal(5, measurement.Details.SamplesNotKept);
    }

    [Fact]
    public async Task A_runner_that_is_to_keep_no_samples_counts_all_operations_and_keeps_none()
    {
        var runner = new ProbeRunner(new FakeOutcomes(), _scene.Time, _scene.Watch) { MostSamples = 0 };
        var measurement = await runner.RunAsync(
            FakeProbe.Immediate(_ => new(1, 1)), new TestLoad { OperationsPerClient = 3 }, _scene.Progress, TestContext.Current.CancellationToken);

        Assert.Equal((3, 0), (measurement.Summary.Operations, measurement.Summary.SamplesKept));
        Assert.Empty(measurement.Details.Samples);
    }

    [Fact]
    public async Task Requests_beyond_the_planned_ones_are_hidden_retries()
    {
        var probe = FakeProbe.Immediate(operation => new(1, operation.Index == 3 ? 2 : 1));
        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 10 });

        Assert.Equal(11, measurement.Summary.WireRequests);
        Assert.Equal(10, measurement.Summary.PlannedWireRequests);
        Assert.Contains(PointFlag.HiddenRetries, measurement.Result.Flags);
    }

    private FakeProbe Taking(double milliseconds, long bytes = 0) => FakeProbe.Immediate(_ =>
    {
        _scene.Advance(milliseconds);
        return new(bytes, 1);
    });
}
